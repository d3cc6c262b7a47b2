<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>QObject</name>
    <message>
        <source>partial (unreduced)</source>
        <translation>partiell (nicht reduziert)</translation>
    </message>
    <message>
        <source>open dimension</source>
        <translation>offene Dimension</translation>
    </message>
    <message>
        <source>%1 needs a value</source>
        <translation>%1 braucht einen Wert</translation>
    </message>
    <message>
        <source>--size wants WIDTHxHEIGHT, from 400x300 on, not %1</source>
        <translation>--size braucht BREITExHÖHE ab 400x300, nicht %1</translation>
    </message>
    <message>
        <source>there is no option %1</source>
        <translation>es gibt keine Option %1</translation>
    </message>
    <message>
        <source>--theme is light or dark, not %1</source>
        <translation>--theme ist light oder dark, nicht %1</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>In the graph</source>
        <translation>Im Graphen</translation>
    </message>
    <message>
        <source>In the source</source>
        <translation>Im Quelltext</translation>
    </message>
    <message>
        <source>--step wants the number of a step, not %1</source>
        <translation>--step braucht die Nummer eines Schritts, nicht %1</translation>
    </message>
    <message>
        <source>no step changed it</source>
        <translation>von keinem Schritt geändert</translation>
    </message>
    <message>
        <source>--colour-by is sharding, iteration, op-priority or user-priority, not %1</source>
        <translation>--colour-by ist sharding, iteration, op-priority oder user-priority, nicht %1</translation>
    </message>
    <message>
        <source>Usage: shardlens [FILE] [options]
Opens a program in StableHLO and Shardy text (.mlir, .mlir.gz) and shows its sharding plan.

  --select VALUE       select a value by its path (main/%12, main/forward/layer_3/dot_general) or name (%12)
  --expand BOX         open a box by its path; may be given more than once
  --open PANEL         graph, source, outline, annotations, mesh, inspector, value,
                       rule, why, chips, problems, steps or strategies
  --step N             show the moment after step N of the propagation, the first is 0; -1: before it
  --ask AXIS@DIM       ask why not (or why) of the selected value: axis and dimension, from 0
  --search TEXT        search for values, operations or layers
  --zoom PERCENT       zoom of the graph
  --colour-by WHAT     colours of the graph: sharding, iteration, op-priority or user-priority
  --theme light|dark   look of the window
  --size WxH           size of the window
  --screenshot FILE    write a picture of the window when it has settled, and end
  --help, --version    say this, or the version
</source>
        <translation>Aufruf: shardlens [DATEI] [Optionen]
Öffnet ein Programm in StableHLO- und Shardy-Text (.mlir, .mlir.gz) und zeigt seinen Aufteilungsplan.

  --select WERT        einen Wert nach Pfad (main/%12, main/forward/layer_3/dot_general) oder Name (%12) auswählen
  --expand KASTEN      einen Kasten nach seinem Pfad öffnen; mehrmals möglich
  --open BEREICH       graph, source, outline, annotations, mesh, inspector, value,
                       rule, why, chips, problems, steps oder strategies
  --step N             den Stand nach Schritt N der Propagierung zeigen, der erste ist 0; -1: davor
  --ask ACHSE@DIM      fragen, warum (oder warum nicht): Achse und Dimension des gewählten Werts, ab 0
  --search TEXT        Werte, Operationen oder Schichten suchen
  --zoom PROZENT       Vergrößerung des Graphen
  --colour-by WAS      Farben des Graphen: sharding, iteration, op-priority oder user-priority
  --theme light|dark   Aussehen des Fensters
  --size BxH           Größe des Fensters
  --screenshot DATEI   ein Bild des Fensters schreiben, wenn es zur Ruhe gekommen ist, und enden
  --help, --version    dies oder die Version ausgeben
</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Actions</name>
    <message>
        <source>Menu bar</source>
        <translation>Menüleiste</translation>
    </message>
</context>
<context>
    <name>shardlens::app::AnnotationsModel</name>
    <message>
        <source> off</source>
        <translation> aus</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>constraint</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>%1, result %2</source>
        <translation>%1, Ergebnis %2</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>line %L1</source>
        <translation>Zeile %L1</translation>
    </message>
    <message>
        <source>, left out</source>
        <translation>, ausgelassen</translation>
    </message>
    <message>
        <source>Left out: %1</source>
        <translation>Ausgelassen: %1</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>sharding</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>where</source>
        <translation>wo</translation>
    </message>
    <message>
        <source>a priority is a number from 0 on, or nothing</source>
        <translation>eine Priorität ist eine Zahl ab 0 oder nichts</translation>
    </message>
    <message>
        <source>its operation cannot do without a sharding here</source>
        <translation>die Operation kommt hier nicht ohne Aufteilung aus</translation>
    </message>
</context>
<context>
    <name>shardlens::app::AnnotationsPanel</name>
    <message>
        <source>Nothing is annotated.</source>
        <translation>Nichts ist annotiert.</translation>
    </message>
    <message>
        <source>Filter by value, axis, kind, off…</source>
        <translation>Filter: Wert, Achse, Art, aus …</translation>
    </message>
    <message>
        <source>Filter of the annotations</source>
        <translation>Filter der Annotationen</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>Switch &amp;on or off</source>
        <translation>&amp;Ein- oder ausschalten</translation>
    </message>
    <message>
        <source>&amp;Edit sharding</source>
        <translation>Aufteilung &amp;bearbeiten</translation>
    </message>
    <message>
        <source>Edit &amp;priority</source>
        <translation>&amp;Priorität bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Show in the &amp;source</source>
        <translation>Im &amp;Quelltext zeigen</translation>
    </message>
    <message>
        <source>%L1</source>
        <translation>%L1</translation>
    </message>
    <message>
        <source>%1, %L2 off</source>
        <translation>%1, %L2 aus</translation>
    </message>
    <message>
        <source>No program is open.</source>
        <translation>Es ist kein Programm geöffnet.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::AxesModel</name>
    <message>
        <source>Drag it onto a dimension in the inspector. F2 or a double click changes name and size.</source>
        <translation>Auf eine Dimension im Inspektor ziehen. F2 oder ein Doppelklick ändert Name und Größe.</translation>
    </message>
    <message>
        <source>axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>a size is a number from 1 on</source>
        <translation>eine Größe ist eine Zahl ab 1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::BackgroundExport</name>
    <message>
        <source>Writing %1</source>
        <translation>%1 wird geschrieben</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
</context>
<context>
    <name>shardlens::app::BottomDock</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Problems and changes</source>
        <translation>Probleme und Änderungen</translation>
    </message>
    <message>
        <source>No problems.</source>
        <translation>Keine Probleme.</translation>
    </message>
    <message>
        <source>Changed by the last edit</source>
        <translation>Von der letzten Bearbeitung geändert</translation>
    </message>
    <message>
        <source>Problems %1</source>
        <translation>Probleme %1</translation>
    </message>
    <message>
        <source>last edit: </source>
        <translation>letzte Bearbeitung: </translation>
    </message>
    <message>
        <source>1 tensor changed</source>
        <translation>1 Tensor geändert</translation>
    </message>
    <message>
        <source>%1 tensors changed</source>
        <translation>%1 Tensoren geändert</translation>
    </message>
    <message>
        <source>Changes %L1</source>
        <translation>Änderungen %L1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::CentreTabs</name>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Views beside</source>
        <translation>Ansichten daneben</translation>
    </message>
</context>
<context>
    <name>shardlens::app::ChangesModel</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>before</source>
        <translation>vorher</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nachher</translation>
    </message>
    <message>
        <source>%1, each chip %2</source>
        <translation>%1, je Chip %2</translation>
    </message>
</context>
<context>
    <name>shardlens::app::ChipsModel</name>
    <message>
        <source>box %1 of %2</source>
        <translation>Kasten %1 von %2</translation>
    </message>
    <message>
        <source>chip</source>
        <translation>Chip</translation>
    </message>
    <message>
        <source>copy of</source>
        <translation>Kopie von</translation>
    </message>
    <message>
        <source>dim %1</source>
        <translation>Dim %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::ChipsPicture</name>
    <message>
        <source>Boxes of the tensor by chip</source>
        <translation>Teile des Tensors nach Chip</translation>
    </message>
    <message>
        <source>The table below says the same.</source>
        <translation>Die Tabelle darunter sagt dasselbe.</translation>
    </message>
    <message>
        <source>and %L1 chips more, in the table</source>
        <translation>und %L1 weitere Chips, in der Tabelle</translation>
    </message>
    <message>
        <source>chip %1: [%2]</source>
        <translation>Chip %1: [%2]</translation>
    </message>
</context>
<context>
    <name>shardlens::app::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Type the name of a command</source>
        <translation>Namen eines Befehls eingeben</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
</context>
<context>
    <name>shardlens::app::DeviceGrid</name>
    <message>
        <source>Picture of the device grid</source>
        <translation>Bild der Geräteanordnung</translation>
    </message>
    <message>
        <source>device %1: %2</source>
        <translation>Gerät %1: %2</translation>
    </message>
    <message>
        <source>blocks: %1</source>
        <translation>Blöcke: %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::DimsDelegate</name>
    <message>
        <source>Priority of dimension %1</source>
        <translation>Priorität der Dimension %1</translation>
    </message>
    <message>
        <source>Axes of dimension %1</source>
        <translation>Achsen der Dimension %1</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Whether propagation may split dimension %1 further</source>
        <translation>Ob die Propagierung Dimension %1 weiter aufteilen darf</translation>
    </message>
</context>
<context>
    <name>shardlens::app::DimsModel</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>Double-click or press F2 to change</source>
        <translation>Zum Ändern doppelt klicken oder F2 drücken</translation>
    </message>
    <message>
        <source>dim</source>
        <translation>Dim</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>prio</source>
        <translation>Prio</translation>
    </message>
    <message>
        <source>local</source>
        <translation>lokal</translation>
    </message>
    <message>
        <source>a priority is a number from 0 on, or nothing</source>
        <translation>eine Priorität ist eine Zahl ab 0 oder nichts</translation>
    </message>
    <message>
        <source>a closed dimension without axes has no priority</source>
        <translation>eine geschlossene Dimension ohne Achsen hat keine Priorität</translation>
    </message>
    <message>
        <source>axis &quot;%1&quot; is of mesh @%2, this sharding of @%3</source>
        <translation>Achse &quot;%1&quot; gehört zum Netz @%2, diese Aufteilung zu @%3</translation>
    </message>
    <message>
        <source>axis &quot;%1&quot; is used in this sharding already</source>
        <translation>Achse &quot;%1&quot; wird in dieser Aufteilung schon benutzt</translation>
    </message>
</context>
<context>
    <name>shardlens::app::FileDesk</name>
    <message>
        <source>Unsaved edits</source>
        <translation>Nicht gespeicherte Bearbeitungen</translation>
    </message>
    <message>
        <source>The annotations that you changed are not saved.</source>
        <translation>Die geänderten Annotationen sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>Open a program</source>
        <translation>Programm öffnen</translation>
    </message>
    <message>
        <source>MLIR text (*.mlir *.mlir.gz *.txt);;All files (*)</source>
        <translation>MLIR-Text (*.mlir *.mlir.gz *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save the annotated program</source>
        <translation>Annotiertes Programm speichern</translation>
    </message>
    <message>
        <source>MLIR text (*.mlir)</source>
        <translation>MLIR-Text (*.mlir)</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>Export the graph</source>
        <translation>Graph exportieren</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>Not exported</source>
        <translation>Nicht exportiert</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
</context>
<context>
    <name>shardlens::app::GraphModel</name>
    <message>
        <source>Sharded at %1</source>
        <translation>Aufgeteilt bei %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::GraphPanel</name>
    <message>
        <source>arranging…</source>
        <translation>wird angeordnet …</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Keep the layout as it is</source>
        <translation>Die Anordnung so lassen</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>What the colours of the graph say</source>
        <translation>Was die Farben des Graphen sagen</translation>
    </message>
    <message>
        <source>Colour by: %1</source>
        <translation>Farbe nach: %1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Gehe zu %1</translation>
    </message>
    <message>
        <source>No location names: forward and backward cannot be told apart; layers were found by repetition.</source>
        <translation>Keine Namen von Orten: vorwärts und rückwärts sind nicht zu unterscheiden; Schichten wurden an Wiederholungen erkannt.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::GraphView</name>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>The program as boxes and operations; arrow keys move the selection, Enter opens a box. The outline lists the same.</source>
        <translation>Das Programm als Kästen und Operationen; Pfeiltasten bewegen die Auswahl, Enter öffnet einen Kasten. Die Gliederung führt dasselbe auf.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Inspector</name>
    <message>
        <source>line %L1</source>
        <translation>Zeile %L1</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>Dimensionen</translation>
    </message>
    <message>
        <source>Sharding</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>[{&quot;data&quot;}, {}] or @sharded(axis=0, mesh=&quot;data&quot;)</source>
        <translation>[{&quot;data&quot;}, {}] oder @sharded(axis=0, mesh=&quot;data&quot;)</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>before, the source dashed</source>
        <translation>vorher, die Quelle gestrichelt</translation>
    </message>
    <message>
        <source>Factors of the rule before the step</source>
        <translation>Faktoren der Regel vor dem Schritt</translation>
    </message>
    <message>
        <source>after, what is new framed</source>
        <translation>nachher, Neues umrandet</translation>
    </message>
    <message>
        <source>Factors of the rule</source>
        <translation>Faktoren der Regel</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Chips</source>
        <translation>Chips</translation>
    </message>
    <message>
        <source>Boxes by chip</source>
        <translation>Teile nach Chip</translation>
    </message>
    <message>
        <source>Why, as it is at the end</source>
        <translation>Warum, wie es am Ende ist</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>Nichts ausgewählt</translation>
    </message>
    <message>
        <source>Select an operation in the graph, the outline or the source.</source>
        <translation>Eine Operation im Graphen, in der Gliederung oder im Quelltext auswählen.</translation>
    </message>
    <message>
        <source>1 operation</source>
        <translation>1 Operation</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>A box has no sharding of its own: open it and select an operation.</source>
        <translation>Ein Kasten hat keine eigene Aufteilung: öffnen und eine Operation auswählen.</translation>
    </message>
    <message>
        <source>Add %1 to dimension %2 (%3)</source>
        <translation>%1 zu Dimension %2 (%3) hinzufügen</translation>
    </message>
    <message>
        <source>no sharding is written for this value</source>
        <translation>für diesen Wert ist keine Aufteilung geschrieben</translation>
    </message>
    <message>
        <source>annotated</source>
        <translation>annotiert</translation>
    </message>
    <message>
        <source>each chip: %1</source>
        <translation>je Chip: %1</translation>
    </message>
    <message>
        <source>a scalar</source>
        <translation>ein Skalar</translation>
    </message>
    <message>
        <source>sharding found by propagation</source>
        <translation>Aufteilung durch Propagierung gefunden</translation>
    </message>
    <message>
        <source>no sharding: every chip holds it whole</source>
        <translation>keine Aufteilung: jeder Chip hält alles</translation>
    </message>
    <message>
        <source>partial over %1</source>
        <translation>partiell über %1</translation>
    </message>
    <message>
        <source>replicated over %1</source>
        <translation>repliziert über %1</translation>
    </message>
    <message>
        <source>this operation has no rule: propagation ends here</source>
        <translation>diese Operation hat keine Regel: hier endet die Propagierung</translation>
    </message>
    <message>
        <source>this constraint is left out: %1 is used in its place</source>
        <translation>diese Bedingung ist weggelassen: an ihrer Stelle steht %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::LookMaker</name>
    <message>
        <source>argument</source>
        <translation>Argument</translation>
    </message>
    <message>
        <source>annotated</source>
        <translation>annotiert</translation>
    </message>
    <message>
        <source>no rule: propagation ends</source>
        <translation>keine Regel: die Propagierung endet</translation>
    </message>
    <message>
        <source> · equal members</source>
        <translation> · gleiche Mitglieder</translation>
    </message>
    <message>
        <source> · alike by name</source>
        <translation> · gleich benannt</translation>
    </message>
    <message>
        <source>  (one of %1 equal layers)</source>
        <translation>  (eine von %1 gleichen Schichten)</translation>
    </message>
    <message>
        <source>No mesh</source>
        <translation>Kein Netz</translation>
    </message>
    <message>
        <source>Mesh  %1</source>
        <translation>Netz  %1</translation>
    </message>
    <message>
        <source>1 op</source>
        <translation>1 Op.</translation>
    </message>
    <message>
        <source>%1 ops</source>
        <translation>%1 Op.</translation>
    </message>
    <message>
        <source>in a sharding</source>
        <translation>in einem Sharding</translation>
    </message>
    <message>
        <source>1 more mesh</source>
        <translation>1 weiteres Mesh</translation>
    </message>
    <message>
        <source>%1 more meshes</source>
        <translation>%1 weitere Meshes</translation>
    </message>
    <message>
        <source>Meshes</source>
        <translation>Meshes</translation>
    </message>
</context>
<context>
    <name>shardlens::app::MainWindow</name>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>Ver&amp;größern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>&amp;Whole picture</source>
        <translation>&amp;Ganzes Bild</translation>
    </message>
    <message>
        <source>&amp;Close all boxes</source>
        <translation>Alle Kästen &amp;schließen</translation>
    </message>
    <message>
        <source>Zoom to the &amp;selection</source>
        <translation>Auf die Aus&amp;wahl vergrößern</translation>
    </message>
    <message>
        <source>Colour by %1</source>
        <translation>Farbe nach %1</translation>
    </message>
    <message>
        <source>Highlight what the selection is &amp;made from, and one further each time</source>
        <translation>Hervorheben, woraus die Auswahl &amp;gemacht ist, jedes Mal eins weiter</translation>
    </message>
    <message>
        <source>Highlight what is made &amp;of the selection, and one further each time</source>
        <translation>Hervorheben, was aus der Auswahl ge&amp;macht wird, jedes Mal eins weiter</translation>
    </message>
    <message>
        <source>Source &amp;beside the graph</source>
        <translation>Quelltext ne&amp;ben dem Graphen</translation>
    </message>
    <message>
        <source>select a value first</source>
        <translation>zuerst einen Wert auswählen</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Schritte</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>Schritt &amp;zurück</translation>
    </message>
    <message>
        <source>Step &amp;forward</source>
        <translation>Schritt &amp;vor</translation>
    </message>
    <message>
        <source>Before the f&amp;irst step</source>
        <translation>V&amp;or den ersten Schritt</translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation>Ans &amp;Ende</translation>
    </message>
    <message>
        <source>&amp;Leave stepping</source>
        <translation>Schritte ver&amp;lassen</translation>
    </message>
    <message>
        <source>&amp;Previous change of the selected value</source>
        <translation>Vori&amp;ge Änderung des gewählten Werts</translation>
    </message>
    <message>
        <source>&amp;Next change of the selected value</source>
        <translation>&amp;Nächste Änderung des gewählten Werts</translation>
    </message>
    <message>
        <source>Previous conflic&amp;t</source>
        <translation>Voriger Konflik&amp;t</translation>
    </message>
    <message>
        <source>Next &amp;conflict</source>
        <translation>Nächster &amp;Konflikt</translation>
    </message>
    <message>
        <source>Pl&amp;ay or pause</source>
        <translation>Abspielen oder &amp;anhalten</translation>
    </message>
    <message>
        <source>&amp;Run to the next breakpoint</source>
        <translation>Bis zum nächsten &amp;Haltepunkt</translation>
    </message>
    <message>
        <source>&amp;Open the boxes that are stepped into</source>
        <translation>Betretene Kästen ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Co&amp;mpare strategies</source>
        <translation>&amp;Strategien vergleichen</translation>
    </message>
    <message>
        <source>Brea&amp;kpoint at the selected value</source>
        <translation>Haltepunkt beim gewählten &amp;Wert</translation>
    </message>
    <message>
        <source>Esc: back to the end</source>
        <translation>Esc: zurück ans Ende</translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>Mesh</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Plan</translation>
    </message>
    <message>
        <source>&amp;Add an axis to a dimension…</source>
        <translation>&amp;Achse zu einer Dimension hinzufügen …</translation>
    </message>
    <message>
        <source>Select a tensor that has room for an axis.</source>
        <translation>Einen Tensor auswählen, der noch eine Achse aufnehmen kann.</translation>
    </message>
    <message>
        <source>Add a &amp;constraint here</source>
        <translation>Hier eine Be&amp;dingung hinzufügen</translation>
    </message>
    <message>
        <source>Re&amp;move the annotation</source>
        <translation>Annotation &amp;entfernen</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Shardlens</source>
        <translation>Shardlens</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Search values, ops, layers…   Ctrl+K</source>
        <translation>Werte, Schichten suchen …   Strg+K</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Words, /regular expressions/, axis:NAME, op:NAME, kind:layer, bytes&gt;100M, partial, annotated, changed,
producers:%12:3, consumers:%12:3 (so many operations away)</source>
        <translation>Wörter, /reguläre Ausdrücke/, axis:NAME, op:NAME, kind:layer, bytes&gt;100M, partial, annotated, changed,
producers:%12:3, consumers:%12:3 (so viele Operationen weit)</translation>
    </message>
    <message>
        <source>Progress of opening</source>
        <translation>Fortschritt beim Öffnen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>opening %1</source>
        <translation>öffnet %1</translation>
    </message>
    <message>
        <source>1 edit</source>
        <translation>1 Bearbeitung</translation>
    </message>
    <message>
        <source>%1 edits</source>
        <translation>%1 Bearbeitungen</translation>
    </message>
    <message>
        <source>%1[*] - Shardlens</source>
        <translation>%1[*] - Shardlens</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>&amp;Cancel opening</source>
        <translation>Öffnen &amp;abbrechen</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>Speichern &amp;unter …</translation>
    </message>
    <message>
        <source>&amp;Export graph…</source>
        <translation>Graph &amp;exportieren …</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Next found</source>
        <translation>&amp;Nächster Treffer</translation>
    </message>
    <message>
        <source>&amp;Previous found</source>
        <translation>&amp;Voriger Treffer</translation>
    </message>
    <message>
        <source>&amp;Find in the source</source>
        <translation>Im &amp;Quelltext suchen</translation>
    </message>
    <message>
        <source>&amp;Unfold the source</source>
        <translation>Quelltext &amp;aufklappen</translation>
    </message>
    <message>
        <source>Light or &amp;dark</source>
        <translation>Hell oder &amp;dunkel</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>&amp;Graph</translation>
    </message>
    <message>
        <source>&amp;Source</source>
        <translation>&amp;Quelltext</translation>
    </message>
    <message>
        <source>&amp;Outline</source>
        <translation>G&amp;liederung</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>&amp;Inspektor</translation>
    </message>
    <message>
        <source>&amp;Rule</source>
        <translation>&amp;Regel</translation>
    </message>
    <message>
        <source>&amp;Why</source>
        <translation>&amp;Warum</translation>
    </message>
    <message>
        <source>&amp;Chips</source>
        <translation>&amp;Chips</translation>
    </message>
    <message>
        <source>&amp;Problems</source>
        <translation>&amp;Probleme</translation>
    </message>
    <message>
        <source>S&amp;teps</source>
        <translation>Schri&amp;tte</translation>
    </message>
    <message>
        <source>&amp;Annotations</source>
        <translation>&amp;Annotationen</translation>
    </message>
    <message>
        <source>&amp;Mesh</source>
        <translation>&amp;Netz</translation>
    </message>
    <message>
        <source>&amp;Definition</source>
        <translation>&amp;Definition</translation>
    </message>
    <message>
        <source>&amp;Command palette</source>
        <translation>&amp;Befehlspalette</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;About Shardlens</source>
        <translation>&amp;Über Shardlens</translation>
    </message>
    <message>
        <source>About Shardlens</source>
        <translation>Über Shardlens</translation>
    </message>
    <message>
        <source>&lt;b&gt;Shardlens %1&lt;/b&gt;&lt;p&gt;A workbench for tensor-sharding plans: StableHLO programs with Shardy annotations.&lt;/p&gt;&lt;p&gt;Apache License 2.0&lt;/p&gt;</source>
        <translation>&lt;b&gt;Shardlens %1&lt;/b&gt;&lt;p&gt;Eine Werkbank für Aufteilungspläne von Tensoren: StableHLO-Programme mit Shardy-Annotationen.&lt;/p&gt;&lt;p&gt;Apache License 2.0&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%L1 found</source>
        <translation>%L1 gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>Strategien</translation>
    </message>
    <message>
        <source>1 operation</source>
        <translation>1 Operation</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>last edit %1 ms</source>
        <translation>letzte Bearbeitung %1 ms</translation>
    </message>
    <message>
        <source>opened in %1 ms</source>
        <translation>geöffnet in %1 ms</translation>
    </message>
    <message>
        <source>%1: no line of the source stands for a box</source>
        <translation>%1: für einen Kasten steht keine Zeile im Quelltext</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>%1 was read again</source>
        <translation>%1 wurde neu gelesen</translation>
    </message>
    <message>
        <source>%1 is not what the window shows.</source>
        <translation>%1 ist nicht, was das Fenster zeigt.</translation>
    </message>
    <message>
        <source>Open a program with Ctrl+O, or drop its file here.</source>
        <translation>Öffnen Sie ein Programm mit Strg+O oder legen Sie seine Datei hier ab.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::MeshPanel</name>
    <message>
        <source>The program has no mesh.</source>
        <translation>Das Programm hat kein Netz.</translation>
    </message>
    <message>
        <source>Mesh</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>Mesh that is shown</source>
        <translation>Gezeigtes Netz</translation>
    </message>
    <message>
        <source>Axes of the mesh</source>
        <translation>Achsen des Netzes</translation>
    </message>
    <message>
        <source>Order of the devices</source>
        <translation>Reihenfolge der Geräte</translation>
    </message>
    <message>
        <source>devices in order: 0, 1, 2…</source>
        <translation>Geräte in Reihenfolge: 0, 1, 2 …</translation>
    </message>
    <message>
        <source>Annotations that are left out</source>
        <translation>Ausgelassene Annotationen</translation>
    </message>
    <message>
        <source>&amp;Add an axis</source>
        <translation>Achse &amp;hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Remove the axis</source>
        <translation>Achse &amp;entfernen</translation>
    </message>
    <message>
        <source>1 annotation does not fit and is left out</source>
        <translation>1 Annotation passt nicht und wird ausgelassen</translation>
    </message>
    <message>
        <source>%1 annotations do not fit and are left out</source>
        <translation>%1 Annotationen passen nicht und werden ausgelassen</translation>
    </message>
    <message>
        <source>axis%1</source>
        <translation>achse%1</translation>
    </message>
    <message>
        <source>1 device</source>
        <translation>1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>This mesh stands inline in each annotation and has no name by which it could be changed. shardlens-cli opt -sdy-lift-inlined-meshes gives it one: open what that writes.</source>
        <translation>Dieses Netz steht ausgeschrieben in jeder Annotation und hat keinen Namen, unter dem es zu ändern wäre. shardlens-cli opt -sdy-lift-inlined-meshes gibt ihm einen: öffnen Sie, was das schreibt.</translation>
    </message>
    <message>
        <source>No program is open.</source>
        <translation>Es ist kein Programm geöffnet.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Obstacles</name>
    <message>
        <source>the axis</source>
        <translation>die Achse</translation>
    </message>
    <message>
        <source> (written there)</source>
        <translation> (dort geschrieben)</translation>
    </message>
    <message>
        <source> (its user priority came first)</source>
        <translation> (ihre Priorität kam zuerst)</translation>
    </message>
    <message>
        <source> (its operation&apos;s turn came first)</source>
        <translation> (ihre Operation war zuerst an der Reihe)</translation>
    </message>
    <message>
        <source> (the basic strategy came first and let only it pass)</source>
        <translation> (die einfache Strategie kam zuerst und ließ nur sie durch)</translation>
    </message>
    <message>
        <source> (it came from the larger tensor)</source>
        <translation> (sie kam vom größeren Tensor)</translation>
    </message>
    <message>
        <source> (it splits a tensor as large into more parts)</source>
        <translation> (sie teilt einen ebenso großen Tensor in mehr Teile)</translation>
    </message>
    <message>
        <source> (its operation was visited first)</source>
        <translation> (ihre Operation wurde zuerst besucht)</translation>
    </message>
    <message>
        <source>the reduction factor %1</source>
        <translation>der Reduktionsfaktor %1</translation>
    </message>
    <message>
        <source>the need-replication factor %1</source>
        <translation>der Faktor %1, der Replikation braucht</translation>
    </message>
    <message>
        <source>the permutation factor %1</source>
        <translation>der Permutationsfaktor %1</translation>
    </message>
    <message>
        <source>factor %1</source>
        <translation>Faktor %1</translation>
    </message>
    <message>
        <source>propagation did not run to its end</source>
        <translation>die Propagierung lief nicht bis zum Ende</translation>
    </message>
    <message>
        <source>no step brings %1 to dimension %2 of %3</source>
        <translation>kein Schritt bringt %1 auf Dimension %2 von %3</translation>
    </message>
    <message>
        <source>%1 has not come to dimension %2 of %3 by %4</source>
        <translation>%1 ist nicht durch %4 auf Dimension %2 von %3 gekommen</translation>
    </message>
    <message>
        <source>dimension %1 of %2 is closed: %3 cannot be added</source>
        <translation>Dimension %1 von %2 ist geschlossen: %3 kann nicht dazukommen</translation>
    </message>
    <message>
        <source>%1 already shards dimension %2 of %3%4</source>
        <translation>%1 teilt schon Dimension %2 von %3%4</translation>
    </message>
    <message>
        <source>%1 is explicitly replicated along %2</source>
        <translation>%1 ist ausdrücklich entlang %2 repliziert</translation>
    </message>
    <message>
        <source>%1 is unreduced (a partial sum) along %2</source>
        <translation>%1 ist entlang %2 nicht reduziert (eine Teilsumme)</translation>
    </message>
    <message>
        <source>%1 is a manual axis of the computation that %2 belongs to</source>
        <translation>%1 ist eine manuelle Achse der Berechnung, zu der %2 gehört</translation>
    </message>
    <message>
        <source>only %1 would fit, and conservative propagation does not take axes apart</source>
        <translation>nur %1 würde passen, und die vorsichtige Propagierung zerlegt keine Achsen</translation>
    </message>
    <message>
        <source>%1 cannot carry a sharding</source>
        <translation>%1 kann keine Aufteilung tragen</translation>
    </message>
    <message>
        <source>nothing that the program returns needs %1: it is taken out</source>
        <translation>nichts, was das Programm zurückgibt, braucht %1: es wird entfernt</translation>
    </message>
    <message>
        <source>no tensor that dimension %1 of %2 is connected with has %3</source>
        <translation>kein Tensor, mit dem Dimension %1 von %2 verbunden ist, hat %3</translation>
    </message>
    <message>
        <source>result %1 of @%2</source>
        <translation>Ergebnis %1 von @%2</translation>
    </message>
    <message>
        <source>a value that the import made</source>
        <translation>ein Wert, den der Import erzeugt hat</translation>
    </message>
    <message>
        <source>edge of %1</source>
        <translation>Kante von %1</translation>
    </message>
    <message>
        <source>data-flow edge</source>
        <translation>Datenflusskante</translation>
    </message>
    <message>
        <source>%1 has %2 on dimension %3, where %4 would stand in %5%6</source>
        <translation>%1 hat %2 auf Dimension %3, wo in %5 %4 stünde%6</translation>
    </message>
    <message>
        <source>factor %1 of %2 has size %3, which does not go into %4 equal parts</source>
        <translation>Faktor %1 von %2 hat die Größe %3, die nicht in %4 gleiche Teile geht</translation>
    </message>
    <message>
        <source>in %1 factor %2 stands behind one that is not fully sharded: dimension %3 of %4 would need a strided layout</source>
        <translation>in %1 steht Faktor %2 hinter einem, der nicht ganz aufgeteilt ist: Dimension %3 von %4 bräuchte eine Anordnung mit Lücken</translation>
    </message>
    <message>
        <source>the rule of %1 does not let factor %2 pass</source>
        <translation>die Regel von %1 lässt Faktor %2 nicht durch</translation>
    </message>
    <message>
        <source>a propagation barrier stops %1 between %2 and %3</source>
        <translation>eine Propagierungsschranke hält %1 zwischen %2 und %3 auf</translation>
    </message>
    <message>
        <source>%1 has %2 on dimension %3: in %4 that is %5, of which dimension %6 of %7 has no part</source>
        <translation>%1 hat %2 auf Dimension %3: in %4 ist das %5, an dem Dimension %6 von %7 keinen Teil hat</translation>
    </message>
    <message>
        <source>%1 has no sharding rule: %2 of %3 goes no further</source>
        <translation>%1 hat keine Aufteilungsregel: %2 von %3 kommt nicht weiter</translation>
    </message>
    <message>
        <source>%1 is on a mesh without %2</source>
        <translation>%1 liegt auf einem Netz ohne %2</translation>
    </message>
    <message>
        <source>the tensors of %1 are on different meshes</source>
        <translation>die Tensoren von %1 liegen auf verschiedenen Netzen</translation>
    </message>
    <message>
        <source>dimension %1 of %2 open (&quot;?&quot;)</source>
        <translation>Dimension %1 von %2 offen („?“)</translation>
    </message>
    <message>
        <source>%1 without %2 on dimension %3</source>
        <translation>%1 ohne %2 auf Dimension %3</translation>
    </message>
    <message>
        <source>%1 without %2 among its replicated axes</source>
        <translation>%1 ohne %2 unter seinen replizierten Achsen</translation>
    </message>
    <message>
        <source>%1 without %2 among its unreduced axes</source>
        <translation>%1 ohne %2 unter seinen nicht reduzierten Achsen</translation>
    </message>
    <message>
        <source>a computation without %1 among its manual axes</source>
        <translation>eine Berechnung ohne %1 unter ihren manuellen Achsen</translation>
    </message>
    <message>
        <source>%1 without %2 on dimension %3, or a later user priority for it</source>
        <translation>%1 ohne %2 auf Dimension %3, oder eine spätere Priorität dafür</translation>
    </message>
    <message>
        <source>a size that is a multiple of %1</source>
        <translation>eine Größe, die ein Vielfaches von %1 ist</translation>
    </message>
    <message>
        <source>the factor before it split down to single elements</source>
        <translation>der Faktor davor bis auf einzelne Elemente geteilt</translation>
    </message>
    <message>
        <source>conservative propagation off</source>
        <translation>vorsichtige Propagierung aus</translation>
    </message>
    <message>
        <source>a rule of %1 that does not block the factor</source>
        <translation>eine Regel von %1, die den Faktor nicht sperrt</translation>
    </message>
    <message>
        <source>no barrier there, or allowed_direction=BOTH</source>
        <translation>dort keine Schranke, oder allowed_direction=BOTH</translation>
    </message>
    <message>
        <source>an annotation of %1, or of a tensor that shares a factor with its dimension %2</source>
        <translation>eine Annotation von %1 oder von einem Tensor, der einen Faktor mit dessen Dimension %2 teilt</translation>
    </message>
    <message>
        <source>a sharding rule on %1 (sdy.sharding_rule)</source>
        <translation>eine Aufteilungsregel an %1 (sdy.sharding_rule)</translation>
    </message>
    <message>
        <source>%1 on the mesh of %2</source>
        <translation>%1 auf dem Netz von %2</translation>
    </message>
    <message>
        <source>all tensors on one mesh</source>
        <translation>alle Tensoren auf einem Netz</translation>
    </message>
    <message>
        <source>a use of %1 that a result of the program needs</source>
        <translation>eine Verwendung von %1, die ein Ergebnis des Programms braucht</translation>
    </message>
    <message>
        <source>an annotation with %1 on a tensor that it is connected with</source>
        <translation>eine Annotation mit %1 an einem Tensor, mit dem sie verbunden ist</translation>
    </message>
    <message>
        <source>%1 and of %2 more</source>
        <translation>%1 und %2 weiteren</translation>
    </message>
    <message>
        <source>open the dimension in the annotation of %1</source>
        <translation>die Dimension in der Annotation von %1 öffnen</translation>
    </message>
    <message>
        <source>free the axis in the annotation of %1</source>
        <translation>die Achse in der Annotation von %1 freigeben</translation>
    </message>
    <message>
        <source>give the annotation of %1 a later priority</source>
        <translation>der Annotation von %1 eine spätere Priorität geben</translation>
    </message>
    <message>
        <source>take what is in the way out of the annotation of %1</source>
        <translation>was im Weg ist, aus der Annotation von %1 nehmen</translation>
    </message>
    <message>
        <source>change the annotation of %1</source>
        <translation>die Annotation von %1 ändern</translation>
    </message>
    <message>
        <source>annotate %1</source>
        <translation>%1 annotieren</translation>
    </message>
    <message>
        <source>written</source>
        <translation>geschrieben</translation>
    </message>
    <message>
        <source>written, in force from its user priority on</source>
        <translation>geschrieben, ab ihrer Priorität in Kraft</translation>
    </message>
    <message>
        <source>a manual axis at the border of a manual computation</source>
        <translation>eine manuelle Achse am Rand einer manuellen Berechnung</translation>
    </message>
    <message>
        <source>given by the passes before propagation</source>
        <translation>von den Durchläufen vor der Propagierung gegeben</translation>
    </message>
</context>
<context>
    <name>shardlens::app::OutlineModel</name>
    <message>
        <source>%L1 ops</source>
        <translation>%L1 Op.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::OutlinePanel</name>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Poser</name>
    <message>
        <source>there is no panel %1</source>
        <translation>es gibt keinen Bereich %1</translation>
    </message>
    <message>
        <source>there is no box %1</source>
        <translation>es gibt keinen Kasten %1</translation>
    </message>
    <message>
        <source>there is no value %1</source>
        <translation>es gibt keinen Wert %1</translation>
    </message>
    <message>
        <source>there is no axis and dimension %1 to ask about</source>
        <translation>es gibt keine Achse und Dimension %1, nach der zu fragen wäre</translation>
    </message>
    <message>
        <source>the picture could not be written to %1</source>
        <translation>das Bild konnte nicht nach %1 geschrieben werden</translation>
    </message>
</context>
<context>
    <name>shardlens::app::ProblemsModel</name>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>place</source>
        <translation>Stelle</translation>
    </message>
</context>
<context>
    <name>shardlens::app::RuleModel</name>
    <message>
        <source>lhs</source>
        <translation>links</translation>
    </message>
    <message>
        <source>rhs</source>
        <translation>rechts</translation>
    </message>
    <message>
        <source>operand</source>
        <translation>Operand</translation>
    </message>
    <message>
        <source>operand %1</source>
        <translation>Operand %1</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>result %1</source>
        <translation>Ergebnis %1</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>Reduktion</translation>
    </message>
    <message>
        <source>need replication</source>
        <translation>braucht Replikation</translation>
    </message>
    <message>
        <source>permutation</source>
        <translation>Permutation</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>gesperrt</translation>
    </message>
    <message>
        <source>  custom</source>
        <translation>  eigene</translation>
    </message>
    <message>
        <source>takes no part</source>
        <translation>nimmt nicht teil</translation>
    </message>
    <message>
        <source>not split</source>
        <translation>nicht aufgeteilt</translation>
    </message>
    <message>
        <source>%1, the source of the new axes</source>
        <translation>%1, die Quelle der neuen Achsen</translation>
    </message>
    <message>
        <source>%1, new</source>
        <translation>%1, neu</translation>
    </message>
    <message>
        <source>%1, in conflict</source>
        <translation>%1, im Konflikt</translation>
    </message>
    <message>
        <source>reduction factor</source>
        <translation>Reduktionsfaktor</translation>
    </message>
    <message>
        <source>needs replication</source>
        <translation>braucht Replikation</translation>
    </message>
    <message>
        <source>permutation factor</source>
        <translation>Permutationsfaktor</translation>
    </message>
    <message>
        <source>pass-through factor</source>
        <translation>durchgereichter Faktor</translation>
    </message>
</context>
<context>
    <name>shardlens::app::SceneBuilder</name>
    <message>
        <source>… 1 more</source>
        <translation>… 1 weitere</translation>
    </message>
    <message>
        <source>… %1 more</source>
        <translation>… %1 weitere</translation>
    </message>
    <message>
        <source>1 edge</source>
        <translation>1 Kante</translation>
    </message>
    <message>
        <source>%1 edges</source>
        <translation>%1 Kanten</translation>
    </message>
    <message>
        <source>↙ from %1 (%2)</source>
        <translation>↙ von %1 (%2)</translation>
    </message>
    <message>
        <source>↗ to %1 (%2)</source>
        <translation>↗ nach %1 (%2)</translation>
    </message>
</context>
<context>
    <name>shardlens::app::SearchQuery</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>shardlens::app::SessionBridge</name>
    <message>
        <source>Nothing is open.</source>
        <translation>Nichts ist geöffnet.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::ShardingCellDelegate</name>
    <message>
        <source>Sharding</source>
        <translation>Aufteilung</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Shortcuts</name>
    <message>
        <source>move the selection to the next node</source>
        <translation>Auswahl zum nächsten Knoten bewegen</translation>
    </message>
    <message>
        <source>move the picture</source>
        <translation>das Bild bewegen</translation>
    </message>
    <message>
        <source>open or close the selected box</source>
        <translation>den gewählten Kasten öffnen oder schließen</translation>
    </message>
    <message>
        <source>select the box around</source>
        <translation>den umgebenden Kasten auswählen</translation>
    </message>
    <message>
        <source>zoom in, zoom out, whole picture, 100 %</source>
        <translation>vergrößern, verkleinern, ganzes Bild, 100 %</translation>
    </message>
    <message>
        <source>bring the selection into view, go to the beginning</source>
        <translation>die Auswahl zeigen, zum Anfang gehen</translation>
    </message>
    <message>
        <source>go to the definition of the name at the mark</source>
        <translation>zur Definition des Namens an der Marke gehen</translation>
    </message>
    <message>
        <source>fold or unfold at the line</source>
        <translation>an der Zeile auf- oder zuklappen</translation>
    </message>
    <message>
        <source>select the value at the mark</source>
        <translation>den Wert an der Marke auswählen</translation>
    </message>
</context>
<context>
    <name>shardlens::app::SourcePanel</name>
    <message>
        <source>Find in the source</source>
        <translation>Im Quelltext suchen</translation>
    </message>
    <message>
        <source>Text to find</source>
        <translation>Gesuchter Text</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß-/Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Vorigen suchen</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Nächsten suchen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
</context>
<context>
    <name>shardlens::app::SourceView</name>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>The program&apos;s text; F12 goes to the definition of the name at the mark.</source>
        <translation>Der Text des Programms; F12 geht zur Definition des Namens an der Marke.</translation>
    </message>
    <message>
        <source>line %L1, column %2</source>
        <translation>Zeile %L1, Spalte %2</translation>
    </message>
    <message>
        <source>  … %L1 lines</source>
        <translation>  … %L1 Zeilen</translation>
    </message>
</context>
<context>
    <name>shardlens::app::StepWords</name>
    <message>
        <source>basic</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>aggressive</source>
        <translation>aggressiv</translation>
    </message>
    <message>
        <source>before the first of %L1 steps</source>
        <translation>vor dem ersten von %L1 Schritten</translation>
    </message>
    <message>
        <source>op priority %1</source>
        <translation>Op.-Priorität %1</translation>
    </message>
    <message>
        <source>user priority %1</source>
        <translation>Priorität %1</translation>
    </message>
    <message>
        <source>iteration %1</source>
        <translation>Durchlauf %1</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>across</source>
        <translation>quer</translation>
    </message>
    <message>
        <source>conflict: tensors split factor %1 along different axes</source>
        <translation>Konflikt: Tensoren teilen Faktor %1 nach verschiedenen Achsen</translation>
    </message>
    <message>
        <source>conflict: a tensor could not take the axes of factor %1</source>
        <translation>Konflikt: ein Tensor konnte die Achsen von Faktor %1 nicht nehmen</translation>
    </message>
    <message>
        <source>conflict on factor %1</source>
        <translation>Konflikt bei Faktor %1</translation>
    </message>
    <message>
        <source>made by the import</source>
        <translation>vom Import gemacht</translation>
    </message>
    <message>
        <source>a constraint that an edit inserted</source>
        <translation>eine durch Bearbeitung eingefügte Bedingung</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>what %1 returns</source>
        <translation>was %1 zurückgibt</translation>
    </message>
    <message>
        <source>%1 (made by the import)</source>
        <translation>%1 (vom Import gemacht)</translation>
    </message>
    <message>
        <source>%1 on factor %2 from %3 to %4</source>
        <translation>%1 auf Faktor %2 von %3 nach %4</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>an import pass made this operation: the program as opened does not have it</source>
        <translation>ein Importdurchgang machte diese Operation: das geöffnete Programm hat sie nicht</translation>
    </message>
    <message>
        <source>result of %1</source>
        <translation>Ergebnis von %1</translation>
    </message>
    <message>
        <source>a user priority opens</source>
        <translation>eine Benutzerpriorität beginnt</translation>
    </message>
    <message>
        <source>a conflict</source>
        <translation>ein Konflikt</translation>
    </message>
    <message>
        <source>before the first of %L1 steps: %2</source>
        <translation>vor dem ersten von %L1 Schritten: %2</translation>
    </message>
    <message>
        <source>step %1 of 0–%2</source>
        <translation>Schritt %1 von 0–%2</translation>
    </message>
    <message>
        <source>after step %1 of 0–%2: %3</source>
        <translation>nach Schritt %1 von 0–%2: %3</translation>
    </message>
    <message>
        <source>edge of %1</source>
        <translation>Kante von %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Stepper</name>
    <message>
        <source>No later step changes this value.</source>
        <translation>Kein späterer Schritt ändert diesen Wert.</translation>
    </message>
    <message>
        <source>Select a value first.</source>
        <translation>Zuerst einen Wert auswählen.</translation>
    </message>
    <message>
        <source>No earlier step changes this value.</source>
        <translation>Kein früherer Schritt ändert diesen Wert.</translation>
    </message>
    <message>
        <source>No step left a conflict.</source>
        <translation>Kein Schritt hinterließ einen Konflikt.</translation>
    </message>
    <message>
        <source>No later step left a conflict.</source>
        <translation>Kein späterer Schritt hinterließ einen Konflikt.</translation>
    </message>
    <message>
        <source>No earlier step left a conflict.</source>
        <translation>Kein früherer Schritt hinterließ einen Konflikt.</translation>
    </message>
    <message>
        <source>There is no breakpoint.</source>
        <translation>Es gibt keinen Haltepunkt.</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Angehalten: %1</translation>
    </message>
    <message>
        <source>No breakpoint was met on the way to the end.</source>
        <translation>Auf dem Weg ans Ende wurde kein Haltepunkt erreicht.</translation>
    </message>
    <message>
        <source>There is such a breakpoint.</source>
        <translation>Diesen Haltepunkt gibt es schon.</translation>
    </message>
</context>
<context>
    <name>shardlens::app::StepsModel</name>
    <message>
        <source>dimensions of user priority %1 open</source>
        <translation>Dimensionen der Priorität %1 öffnen sich</translation>
    </message>
    <message>
        <source>dimensions of a later user priority open</source>
        <translation>Dimensionen einer späteren Priorität öffnen sich</translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensor(s)</source>
        <translation>
            <numerusform>%Ln Tensor</numerusform>
            <numerusform>%Ln Tensoren</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>nichts geändert</translation>
    </message>
    <message>
        <source>not in the program as opened</source>
        <translation>nicht im geöffneten Programm</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>basic</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>aggressive</source>
        <translation>aggressiv</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>to</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>from</source>
        <translation>von</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>Richtung</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>op priority</source>
        <translation>Op.-Priorität</translation>
    </message>
    <message>
        <source>user priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Operation whose rule was applied</source>
        <translation>Operation, deren Regel angewandt wurde</translation>
    </message>
    <message>
        <source>Axes that tensors got</source>
        <translation>Achsen, die Tensoren bekamen</translation>
    </message>
    <message>
        <source>Factors of the rule along which they came</source>
        <translation>Faktoren der Regel, entlang derer sie kamen</translation>
    </message>
    <message>
        <source>Tensors that got them</source>
        <translation>Tensoren, die sie bekamen</translation>
    </message>
    <message>
        <source>Tensors that had them</source>
        <translation>Tensoren, die sie hatten</translation>
    </message>
    <message>
        <source>Forward: from operands to results</source>
        <translation>Vorwärts: von Operanden zu Ergebnissen</translation>
    </message>
    <message>
        <source>Run over the whole program: each strategy at each priority is one</source>
        <translation>Durchlauf über das ganze Programm: jede Strategie bei jeder Priorität ist einer</translation>
    </message>
    <message>
        <source>Round of priorities of operations; all: they take no part</source>
        <translation>Runde der Prioritäten von Operationen; alle: sie wirken nicht mit</translation>
    </message>
    <message>
        <source>Priority that a person gave to dimensions</source>
        <translation>Priorität, die ein Mensch den Dimensionen gab</translation>
    </message>
    <message>
        <source>How conflicts are met</source>
        <translation>Wie mit Konflikten umgegangen wird</translation>
    </message>
    <message>
        <source>Conflicts, and operations that an import pass made</source>
        <translation>Konflikte, und Operationen, die ein Importdurchgang machte</translation>
    </message>
    <message>
        <source>Number of the step as the compiler counts, from 0; a dot: an opening or a conflict between two steps</source>
        <translation>Nummer des Schritts, wie der Compiler zählt, ab 0; ein Punkt: ein Beginn oder ein Konflikt zwischen zwei Schritten</translation>
    </message>
</context>
<context>
    <name>shardlens::app::StepsPanel</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Play or pause (F9)</source>
        <translation>Abspielen oder anhalten (F9)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>%L1 steps/s</source>
        <translation>%L1 Schritte/s</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>To the previous change of the selected value (Ctrl+F7)</source>
        <translation>Zur vorigen Änderung des gewählten Werts (Strg+F7)</translation>
    </message>
    <message>
        <source>To the next change of the selected value (Ctrl+F8)</source>
        <translation>Zur nächsten Änderung des gewählten Werts (Strg+F8)</translation>
    </message>
    <message>
        <source>conflict</source>
        <translation>Konflikt</translation>
    </message>
    <message>
        <source>To the next conflict (Ctrl+F9)</source>
        <translation>Zum nächsten Konflikt (Strg+F9)</translation>
    </message>
    <message>
        <source>break</source>
        <translation>Halt</translation>
    </message>
    <message>
        <source>Run to the next breakpoint (Shift+F9)</source>
        <translation>Bis zum nächsten Haltepunkt (Umschalt+F9)</translation>
    </message>
    <message>
        <source>Filter: op, %value, scope, axis</source>
        <translation>Filter: Op, %Wert, Bereich, Achse</translation>
    </message>
    <message>
        <source>Filter steps by text</source>
        <translation>Schritte nach Text filtern</translation>
    </message>
    <message>
        <source>Only steps of this operation</source>
        <translation>Nur Schritte dieser Operation</translation>
    </message>
    <message>
        <source>Only steps that give this axis</source>
        <translation>Nur Schritte, die diese Achse geben</translation>
    </message>
    <message>
        <source>selected value</source>
        <translation>gewählter Wert</translation>
    </message>
    <message>
        <source>Only steps that change the value selected now</source>
        <translation>Nur Schritte, die den jetzt gewählten Wert ändern</translation>
    </message>
    <message>
        <source>conflicts</source>
        <translation>Konflikte</translation>
    </message>
    <message>
        <source>Only steps that left a conflict</source>
        <translation>Nur Schritte, die einen Konflikt hinterließen</translation>
    </message>
    <message>
        <source>Breakpoints</source>
        <translation>Haltepunkte</translation>
    </message>
    <message>
        <source>+ add</source>
        <translation>+ neu</translation>
    </message>
    <message>
        <source>Add a breakpoint</source>
        <translation>Haltepunkt hinzufügen</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen breakpoint (Delete)</source>
        <translation>Den gewählten Haltepunkt entfernen (Entf)</translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>alle Operationen</translation>
    </message>
    <message>
        <source>all axes</source>
        <translation>alle Achsen</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>Select a value first.</source>
        <translation>Zuerst einen Wert auswählen.</translation>
    </message>
    <message>
        <source>change of %1</source>
        <translation>Änderung von %1</translation>
    </message>
    <message>
        <source>On a change of %1</source>
        <translation>Bei Änderung von %1</translation>
    </message>
    <message>
        <source>On an operation</source>
        <translation>Bei einer Operation</translation>
    </message>
    <message>
        <source>On an axis</source>
        <translation>Bei einer Achse</translation>
    </message>
    <message>
        <source>axis %1</source>
        <translation>Achse %1</translation>
    </message>
    <message>
        <source>On a conflict</source>
        <translation>Bei einem Konflikt</translation>
    </message>
    <message>
        <source>a conflict</source>
        <translation>ein Konflikt</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Strategies</name>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>basic</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>aggressive</source>
        <translation>aggressiv</translation>
    </message>
    <message>
        <source>op priority</source>
        <translation>Op.-Priorität</translation>
    </message>
    <message>
        <source>user priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>%1 · %L2 steps · %L3 tensors split</source>
        <translation>%1 · %L2 Schritte · %L3 Tensoren aufgeteilt</translation>
    </message>
    <message>
        <source>basic, then aggressive</source>
        <translation>einfach, dann aggressiv</translation>
    </message>
</context>
<context>
    <name>shardlens::app::StrategiesPanel</name>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Tensors that strategies shard differently</source>
        <translation>Tensoren, die die Strategien verschieden aufteilen</translation>
    </message>
    <message>
        <source>Runs the chosen strategies on the same annotations and lists the tensors that they shard differently.</source>
        <translation>Führt die gewählten Strategien mit denselben Annotationen aus und listet die Tensoren auf, die sie verschieden aufteilen.</translation>
    </message>
    <message>
        <source>Choose at least two strategies.</source>
        <translation>Mindestens zwei Strategien wählen.</translation>
    </message>
    <message>
        <source>propagating…</source>
        <translation>wird propagiert …</translation>
    </message>
    <message>
        <source>All strategies give the same plan.</source>
        <translation>Alle Strategien ergeben denselben Plan.</translation>
    </message>
    <message>
        <source>%L1 of %L2 values differ</source>
        <translation>%L1 von %L2 Werten unterscheiden sich</translation>
    </message>
</context>
<context>
    <name>shardlens::app::StrategyButton</name>
    <message>
        <source>Strategy of the propagation</source>
        <translation>Strategie der Propagierung</translation>
    </message>
    <message>
        <source>What is shown is the plan of the whole pipeline, propagated so</source>
        <translation>Gezeigt wird der Plan der ganzen Kette, so propagiert</translation>
    </message>
    <message>
        <source>&amp;Shardy&apos;s pipeline: operation priorities, aggressive</source>
        <translation>&amp;Shardys Kette: Prioritäten der Operationen, aggressiv</translation>
    </message>
    <message>
        <source>Shardy</source>
        <translation>Shardy</translation>
    </message>
    <message>
        <source>&amp;Operation priorities, basic</source>
        <translation>Prioritäten der &amp;Operationen, einfach</translation>
    </message>
    <message>
        <source>priorities, basic</source>
        <translation>Prioritäten, einfach</translation>
    </message>
    <message>
        <source>&amp;Aggressive</source>
        <translation>&amp;Aggressiv</translation>
    </message>
    <message>
        <source>aggressive</source>
        <translation>aggressiv</translation>
    </message>
    <message>
        <source>&amp;Basic</source>
        <translation>&amp;Einfach</translation>
    </message>
    <message>
        <source>basic</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>Basic, &amp;then aggressive</source>
        <translation>Einfach, &amp;dann aggressiv</translation>
    </message>
    <message>
        <source>basic, then aggressive</source>
        <translation>einfach, dann aggressiv</translation>
    </message>
    <message>
        <source>&amp;User priorities (p0, p1, …)</source>
        <translation>&amp;Prioritäten der Annotationen (p0, p1, …)</translation>
    </message>
    <message>
        <source>&amp;Conservative: no splits of axes, no padding</source>
        <translation>&amp;Vorsichtig: Achsen nicht teilen, nicht auffüllen</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>gemischt</translation>
    </message>
    <message>
        <source>, conservative</source>
        <translation>, vorsichtig</translation>
    </message>
    <message>
        <source>, no user priorities</source>
        <translation>, ohne Prioritäten</translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation>Strategie: %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Tones</name>
    <message>
        <source>sharding</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>iteration</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>op priority</source>
        <translation>Op.-Priorität</translation>
    </message>
    <message>
        <source>user priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>%1 and later</source>
        <translation>%1 und später</translation>
    </message>
    <message>
        <source>op priority %1</source>
        <translation>Op.-Priorität %1</translation>
    </message>
    <message>
        <source>user priority %1</source>
        <translation>Priorität %1</translation>
    </message>
    <message>
        <source>iteration %1</source>
        <translation>Durchlauf %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::Transport</name>
    <message>
        <source>First step (Shift+F7)</source>
        <translation>Erster Schritt (Umschalt+F7)</translation>
    </message>
    <message>
        <source>Step back (F7)</source>
        <translation>Schritt zurück (F7)</translation>
    </message>
    <message>
        <source>Step forward (F8)</source>
        <translation>Schritt vor (F8)</translation>
    </message>
    <message>
        <source>To the end (Esc)</source>
        <translation>Ans Ende (Esc)</translation>
    </message>
    <message>
        <source>Step that is shown</source>
        <translation>Gezeigter Schritt</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>keine Schritte</translation>
    </message>
    <message>
        <source>the end · %L1 steps</source>
        <translation>das Ende · %L1 Schritte</translation>
    </message>
    <message>
        <source>the end · no steps</source>
        <translation>das Ende · keine Schritte</translation>
    </message>
    <message>
        <source>before the first of %L1 steps</source>
        <translation>vor dem ersten von %L1 Schritten</translation>
    </message>
    <message>
        <source>the end · 1 step</source>
        <translation>das Ende · 1 Schritt</translation>
    </message>
    <message>
        <source>step %L1 of 0–%L1</source>
        <translation>Schritt %L1 von 0–%L1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::ValueExtras</name>
    <message>
        <source>Replicated</source>
        <translation>Repliziert</translation>
    </message>
    <message>
        <source>Partial</source>
        <translation>Partiell</translation>
    </message>
    <message>
        <source>Constraint</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Gruppen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>axes that may split nothing: &quot;data&quot;</source>
        <translation>Achsen, die nichts aufteilen dürfen: &quot;data&quot;</translation>
    </message>
    <message>
        <source>axes still to be reduced: &quot;model&quot;</source>
        <translation>noch zu reduzierende Achsen: &quot;model&quot;</translation>
    </message>
    <message>
        <source>none; write one to add it here</source>
        <translation>keine; hier schreiben fügt sie ein</translation>
    </message>
    <message>
        <source>numbers of sharding groups</source>
        <translation>Nummern von Gruppen</translation>
    </message>
    <message>
        <source>none written for this result</source>
        <translation>keine für dieses Ergebnis</translation>
    </message>
</context>
<context>
    <name>shardlens::app::WhySection</name>
    <message>
        <source>line %L1</source>
        <translation>Zeile %L1</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>Reduktion</translation>
    </message>
    <message>
        <source>need replication</source>
        <translation>braucht Replikation</translation>
    </message>
    <message>
        <source>permutation</source>
        <translation>Permutation</translation>
    </message>
    <message>
        <source>basic</source>
        <translation>einfach</translation>
    </message>
    <message>
        <source>Why: steps back to the annotations</source>
        <translation>Warum: Schritte zurück zu den Annotationen</translation>
    </message>
    <message>
        <source>Why not: obstacles and what would have to change</source>
        <translation>Warum nicht: Hindernisse und was sich ändern müsste</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>Warum nicht</translation>
    </message>
    <message>
        <source>Apply this change</source>
        <translation>Diese Änderung anwenden</translation>
    </message>
    <message>
        <source>Axis to ask about</source>
        <translation>Achse, nach der gefragt wird</translation>
    </message>
    <message>
        <source>Dimension to ask about</source>
        <translation>Dimension, nach der gefragt wird</translation>
    </message>
    <message>
        <source>on</source>
        <translation>auf</translation>
    </message>
    <message>
        <source>axis…</source>
        <translation>Achse …</translation>
    </message>
    <message>
        <source>dim %1 (%2)</source>
        <translation>Dim %1 (%2)</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>wird gesucht …</translation>
    </message>
    <message>
        <source>op priority %1</source>
        <translation>Op.-Priorität %1</translation>
    </message>
    <message>
        <source>user priority %1</source>
        <translation>Priorität %1</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>step %L1</source>
        <translation>Schritt %L1</translation>
    </message>
    <message>
        <source>sharding group</source>
        <translation>Gruppe</translation>
    </message>
    <message>
        <source>between operands</source>
        <translation>zwischen Operanden</translation>
    </message>
    <message>
        <source>factor %1</source>
        <translation>Faktor %1</translation>
    </message>
    <message>
        <source>%1 dim %2 ← %3 dim %4</source>
        <translation>%1 Dim %2 ← %3 Dim %4</translation>
    </message>
    <message>
        <source>+%L1 sources</source>
        <translation>+%L1 Quellen</translation>
    </message>
    <message>
        <source>argument %1</source>
        <translation>Argument %1</translation>
    </message>
    <message>
        <source>constraint %1</source>
        <translation>Bedingung %1</translation>
    </message>
    <message>
        <source>computation&apos;s input %1</source>
        <translation>Eingang %1 der Berechnung</translation>
    </message>
    <message>
        <source>computation&apos;s output %1</source>
        <translation>Ausgang %1 der Berechnung</translation>
    </message>
    <message>
        <source>written on %1</source>
        <translation>geschrieben an %1</translation>
    </message>
    <message>
        <source>part %1</source>
        <translation>Teil %1</translation>
    </message>
    <message>
        <source>also from %1</source>
        <translation>auch von %1</translation>
    </message>
    <message>
        <source>A manual axis: it stays as long as the computation is manual.</source>
        <translation>Eine manuelle Achse: sie bleibt, solange die Berechnung manuell ist.</translation>
    </message>
    <message>
        <source>More annotations would give it; not all were looked for.</source>
        <translation>Weitere Annotationen würden sie geben; nicht alle wurden gesucht.</translation>
    </message>
    <message>
        <source>Without it the axis is gone.</source>
        <translation>Ohne sie ist die Achse fort.</translation>
    </message>
    <message>
        <source>Without all of these the axis is gone.</source>
        <translation>Ohne sie alle ist die Achse fort.</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>: then it comes</source>
        <translation>: dann kommt sie</translation>
    </message>
    <message>
        <source>: that alone is not enough</source>
        <translation>: das allein genügt nicht</translation>
    </message>
    <message>
        <source>on dimension %1</source>
        <translation>auf Dimension %1</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>written here</source>
        <translation>hier geschrieben</translation>
    </message>
    <message>
        <source>No axis splits this tensor.</source>
        <translation>Keine Achse teilt diesen Tensor auf.</translation>
    </message>
    <message>
        <source>What would have to change</source>
        <translation>Was sich ändern müsste</translation>
    </message>
    <message>
        <source>as result %1 of the program: %2</source>
        <translation>als Ergebnis %1 des Programms: %2</translation>
    </message>
    <message>
        <source>as argument %1 of the program: %2</source>
        <translation>als Argument %1 des Programms: %2</translation>
    </message>
    <message>
        <source>dimension %1 of size %L2 does not divide into %L3 parts</source>
        <translation>Dimension %1 der Größe %L2 lässt sich nicht in %L3 Teile teilen</translation>
    </message>
    <message>
        <source>dimension %1 is open: parts of axes do not leave the program</source>
        <translation>Dimension %1 ist offen: Teile von Achsen verlassen das Programm nicht</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
</context>
<context>
    <name>shardlens::app::exportGraph</name>
    <message>
        <source>The picture could not be written to %1.</source>
        <translation>Das Bild konnte nicht nach %1 geschrieben werden.</translation>
    </message>
</context>
</TS>
