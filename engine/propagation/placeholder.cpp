// Sources of this folder register here as they are written.
