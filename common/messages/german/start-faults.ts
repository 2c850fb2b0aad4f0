import type { START_FAULTS } from '../plain/start-faults.ts'

/** Why the program does not start, in German, for pages and for the desktop's windows. */
export const GERMAN_START_FAULTS = {
  'start-port-in-use':
    'Der Port {{port}} ist belegt, darum kann der Server {{server}} nicht starten. Wählen Sie mit --{{server}}-port einen anderen oder 0 für einen beliebigen freien Port.',
  'start-library-open':
    'Die Bibliothek {{folder}} ist bereits in einer anderen Instanz von Tessera geöffnet. Beenden Sie diese, oder wählen Sie mit --library einen anderen Ordner.',
  'start-library-open-by':
    'Die Bibliothek {{folder}} ist bereits in einer anderen Instanz von Tessera geöffnet ({{cause}}). Beenden Sie diese, oder wählen Sie mit --library einen anderen Ordner.',
  'start-events-open':
    'Der Ereignisspeicher {{folder}} ist bereits in einer anderen Instanz von Tessera geöffnet. Beenden Sie diese, oder wählen Sie mit --library einen anderen Ordner.',
  'start-events-open-by':
    'Der Ereignisspeicher {{folder}} ist bereits in einer anderen Instanz von Tessera geöffnet ({{cause}}). Beenden Sie diese, oder wählen Sie mit --library einen anderen Ordner.',
  'start-holder': 'Prozess {{pid}} auf {{host}}, seit {{moment}}',
  'start-folder-unusable':
    'Der Ordner {{folder}} kann nicht verwendet werden: {{cause}}. Wählen Sie mit --library einen anderen.',
  'start-file-unusable': 'Die Datei {{path}} kann nicht verwendet werden: {{cause}}. {{advice}}',
  'start-library-newer':
    'Die Bibliothek stammt aus einer neueren Version von Tessera (Datenbank-Layout {{found}}; diese Version unterstützt höchstens {{known}}). Sie wurde nicht verändert. Installieren Sie die neuere Version, um sie zu öffnen.',
  'start-events-newer':
    'Der Ereignisspeicher stammt aus einer neueren Version von Tessera (Datenbank-Layout {{found}}; diese Version unterstützt höchstens {{known}}). Er wurde nicht verändert. Installieren Sie die neuere Version, um ihn zu öffnen.',
  'start-library-no-room':
    'Tessera muss die Bibliothek aktualisieren und sichert sie vorher, aber unter {{folder}} ist nicht genug Speicherplatz frei. Geben Sie {{bytes, size}} frei und versuchen Sie es erneut.',
  'start-events-no-room':
    'Tessera muss den Ereignisspeicher aktualisieren und sichert ihn vorher, aber unter {{folder}} ist nicht genug Speicherplatz frei. Geben Sie {{bytes, size}} frei und versuchen Sie es erneut.',
  'start-crashed': 'Tessera ist {{times}}-mal hintereinander abgestürzt (Exit-Code {{code}}).',
  'advice-free-space': 'Geben Sie Speicherplatz frei und versuchen Sie es erneut.',
  'advice-move-file': 'Verschieben Sie sie an einen anderen Ort und versuchen Sie es erneut.',
  'advice-local-disk': 'Wählen Sie mit --library einen Ordner auf einem lokalen Datenträger.',
  'advice-mount': 'Hängen Sie den Datenträger ein oder löschen Sie die Verknüpfung, und versuchen Sie es erneut.',
  'advice-access':
    'Geben Sie Ihrem Benutzerkonto Lese- und Schreibrechte, oder wählen Sie mit --library einen anderen Ordner.',
  'disk-no-permission': 'Ihr Benutzerkonto hat keine Schreibrechte',
  'disk-read-only': 'der Datenträger ist schreibgeschützt',
  'disk-no-parent': 'im übergeordneten Ordner lässt sich nichts anlegen',
  'disk-is-full': 'der Datenträger ist voll',
  'disk-no-quota': 'Ihr Speicherkontingent ist aufgebraucht',
  'disk-reports-error': 'der Datenträger meldet einen Fehler',
  'disk-without-locks': 'der Datenträger kann keine Dateien sperren',
  'disk-error-or-without-locks': 'der Datenträger meldet einen Fehler oder kann keine Dateien sperren',
  'file-is-folder': 'das ist ein Ordner, keine Datei',
  'file-is-pipe': 'das ist eine Pipe oder ein Gerät, keine Datei',
  'file-read-only': 'sie ist schreibgeschützt',
  'file-cannot-open': 'sie lässt sich nicht öffnen',
  'file-damaged-itself': 'sie ist beschädigt',
  'link-leads-nowhere': '{{link}} ist eine Verknüpfung mit {{target}}; dieses Ziel gibt es nicht',
  'folder-is-file': '{{path}} ist eine Datei, kein Ordner',
  'folder-holds-pipe': '{{name}} darin ist eine Pipe oder ein Gerät, keine Datei',
} as const satisfies Readonly<Record<keyof typeof START_FAULTS, string>>
