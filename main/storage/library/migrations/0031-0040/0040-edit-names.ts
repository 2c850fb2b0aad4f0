import type { Migration } from '../../../kit/migrate.ts'

type Fixed = Readonly<Record<string, number>>

/**
 * English names of edits as earlier releases stored them, each a regular expression with its values in double braces, and the codes that they are.
 * Of two that fit a name the first one is meant.
 */
const NAMES: readonly (readonly [name: string, code: string, fixed?: Fixed])[] = [
  ['Accept proposal', 'edit-accept-suggestions', { count: 1 }],
  ['Accept {{count}} proposals?', 'edit-accept-suggestions'],
  ['Accept {{kind}}', 'edit-accept'],
  ['Add to {{kind}}', 'edit-add-to'],
  ['Approve', 'edit-approve'],
  ['Bring forward: {{count}} shapes?', 'edit-bring-forward'],
  ['Bring to the front: {{count}} shapes?', 'edit-bring-to-front'],
  ['Carry over {{count}} shapes?', 'edit-carry-over'],
  ['Change class of {{count}} shapes?', 'edit-change-class'],
  ['Change detail', 'edit-detail'],
  ['Change text', 'edit-change-texts', { count: 1 }],
  ['Change {{count}} texts?', 'edit-change-texts'],
  ['Confirm {{count}} carried shapes?', 'edit-confirm-carried'],
  ['Delete text', 'edit-delete-text'],
  ['Delete vertex', 'edit-delete-vertices', { count: 1 }],
  ['Delete {{count}} shapes?', 'edit-delete-shapes'],
  ['Delete {{count}} (?:vertex|vertices)', 'edit-delete-vertices'],
  ['Delete {{kind}}', 'edit-delete'],
  ['Draw {{count}} shapes?', 'edit-draw-shapes'],
  ['Draw {{kind}}', 'edit-draw'],
  ['Duplicate {{count}} shapes?', 'edit-duplicate'],
  ['Erase mask', 'edit-erase-mask'],
  ['Fill holes', 'edit-fill-holes'],
  ['Give {{name}}', 'edit-assign-class'],
  ['Go back to an earlier state', 'edit-restore-state'],
  ['Group {{count}} shapes?', 'edit-group'],
  ['Grow mask by 1 px', 'edit-grow-mask'],
  ['Import labels', 'edit-import'],
  ['Insert vertex', 'edit-insert-vertex'],
  ['Intersect {{count}} shapes?', 'edit-intersect'],
  ['Lock {{count}} shapes?', 'edit-lock'],
  ['Make {{count}} masks?', 'edit-to-masks'],
  ['Make {{count}} polygons?', 'edit-to-polygons'],
  ['Mark as background', 'edit-background'],
  ['Nothing to label', 'edit-background'],
  ['Mark as done', 'edit-done'],
  ['Mark as not done', 'edit-not-done'],
  ['Mark point hidden', 'edit-point-hidden'],
  ['Mark point visible', 'edit-point-visible'],
  ['Mark {{count}} shapes? as crowd', 'edit-mark-crowd'],
  ['Merge class “{{from}}” into “{{into}}”', 'edit-merge-classes'],
  ['Move point', 'edit-move-point'],
  ['Move vertex', 'edit-move-vertices', { count: 1 }],
  ['Move {{count}} shapes?', 'edit-move-shapes'],
  ['Move {{count}} (?:vertex|vertices)', 'edit-move-vertices'],
  ['Move {{kind}}', 'edit-move'],
  ['Paint mask', 'edit-paint-mask'],
  ['Paste {{count}} shapes?', 'edit-paste'],
  ['Redraw part of polygon', 'edit-redraw-part'],
  ['Reject proposal', 'edit-reject-suggestions', { count: 1 }],
  ['Reject {{count}} proposals?', 'edit-reject-suggestions'],
  ['Reject', 'edit-request-changes'],
  ['Reject: {{reason}}', 'edit-request-changes-because'],
  ['Resize {{count}} shapes?', 'edit-resize-shapes'],
  ['Resize {{kind}}', 'edit-resize'],
  ['Send backward: {{count}} shapes?', 'edit-send-backward'],
  ['Send to the back: {{count}} shapes?', 'edit-send-to-back'],
  ['Set {{name}}', 'edit-set-attribute'],
  ['Shrink mask by 1 px', 'edit-shrink-mask'],
  ['Slice {{count}} shapes?', 'edit-slice-shapes'],
  ['Slice {{kind}}', 'edit-slice'],
  ['Subtract from {{kind}}', 'edit-subtract-from'],
  ['Take carried shapes back', 'edit-remove-carried'],
  ['Take point away', 'edit-remove-point'],
  ['Take the verdict back', 'edit-withdraw-review'],
  ['Take {{name}} away', 'edit-remove-class'],
  ['Take {{name}}(?<=…)', 'edit-remove-class'],
  ['Tighten {{count}} box(?:es)?', 'edit-tighten-boxes'],
  ['Tighten {{kind}}', 'edit-tighten'],
  ['Turn {{count}} shapes?', 'edit-turn-shapes'],
  ['Turn {{kind}}', 'edit-turn'],
  ['Undo the verdict', 'edit-undo-review'],
  ['Undo merging class “{{from}}” into “{{into}}”', 'edit-undo-merge'],
  ['Ungroup {{count}} shapes?', 'edit-ungroup'],
  ['Unite {{count}} shapes?', 'edit-unite'],
  ['Unlock {{count}} shapes?', 'edit-unlock'],
  ['Unmark {{count}} crowd shapes?', 'edit-unmark-crowd'],
  ['Untangle polygon', 'edit-untangle'],
  ['Write text', 'edit-write-text'],
]

const KINDS: ReadonlyMap<string, string> = new Map([
  ['box', 'kind-box'],
  ['rotated box', 'kind-rotated-box'],
  ['polygon', 'kind-polygon'],
  ['line', 'kind-polyline'],
  ['point', 'kind-point'],
  ['mask', 'kind-mask'],
  ['keypoints', 'kind-keypoints'],
])

const VALUES: ReadonlyMap<string, string> = new Map([
  ['count', '[\\d,]+'],
  ['kind', [...KINDS.keys()].join('|')],
])

const PATTERNS = NAMES.map(([name, code, fixed = {}]) => {
  const text = name.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => `(?<${value}>${VALUES.get(value) ?? '.+'})`)
  return { pattern: new RegExp(`^${text}$`, 's'), code, fixed }
})

function valueOf(name: string, text: string): unknown {
  if (name === 'count') return Number(text.replaceAll(',', ''))
  return name === 'kind' ? { code: KINDS.get(text), params: {} } : text
}

/** The stored message that a name becomes. A name that no release gave stays as it is. */
function messageOf(name: string): string {
  for (const { pattern, code, fixed } of PATTERNS) {
    const found = pattern.exec(name)
    if (!found) continue
    const values = Object.entries(found.groups ?? {}).map(([key, text]) => [key, valueOf(key, text)] as const)
    return JSON.stringify({ code, params: { ...fixed, ...Object.fromEntries(values) } })
  }
  return JSON.stringify({ code: 'literal', params: { text: name } })
}

/** The names of edits are messages. A log may have a million entries, but few names: each is looked at once. */
export const library0040: Migration = {
  version: 40,
  title: 'names of edits',
  isOptional: true,
  functions: { edit_name: messageOf },
  sql: `
CREATE TEMP TABLE edit_name (label TEXT PRIMARY KEY, message TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO edit_name SELECT label, edit_name(label) FROM (SELECT DISTINCT label FROM operation);
UPDATE operation SET label = (SELECT e.message FROM edit_name e WHERE e.label = operation.label);
DROP TABLE edit_name;
`,
}
