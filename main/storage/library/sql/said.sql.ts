import type { SearchTerm } from '#common/search/query'
import { anyCase, type Place } from './any-case.sql.ts'

/** The attributes of that name of classes `c`. */
function asking(name: string, { bind, scope }: Place): string {
  return `label_class c JOIN json_each(iif(json_valid(c.attributes), c.attributes, '[]')) a
    ON c.project_id IN (${scope}) AND c.attributes <> '[]' AND ${anyCase("(a.value ->> '$.name')", name, bind)}`
}

/** The value of attribute `a` of annotation `s`; null where it has none. */
const SAID = `json_extract(iif(json_valid(s.marks), s.marks, '{}'), '$.attributes.' || (a.value ->> '$.id'))`

/** Labels that say anything are few, and an index holds these alone. */
const SAYING_SHAPE = `shape s INDEXED BY shape_said`

/** Images with a label that says something by an attribute of its class. */
export function saying({ key, value }: Extract<SearchTerm, { kind: 'attribute' }>, place: Place): string {
  return `SELECT s.image_seq FROM ${asking(key, place)}
    JOIN ${SAYING_SHAPE} ON s.class_id = c.id AND s.marks <> '{}'
   WHERE ${value === null ? `${SAID} IS NOT NULL` : says(value, place)}`
}

/** Choices are compared by their names, yes and no as the words for them. */
function says(value: string, { bind }: Place): string {
  const word = value.toLowerCase()
  const truth = word === 'true' || word === 'yes' ? 1 : word === 'false' || word === 'no' ? 0 : -1
  const number = value.trim() === '' || Number.isNaN(Number(value)) ? value : Number(value)
  return `CASE a.value ->> '$.kind'
    WHEN 'choice' THEN ${SAID} IN (SELECT e.value ->> '$.id' FROM json_each(a.value, '$.choices') e
                                    WHERE ${anyCase("(e.value ->> '$.name')", value, bind)})
    WHEN 'yes-no' THEN ${SAID} = ${bind(truth)}
    WHEN 'number' THEN ${SAID} = ${bind(number)}
    ELSE ${anyCase(SAID, value, bind)} END`
}

/** Images that have more labels of a class than say something by its attribute. */
export function lacking(name: string, place: Place): string {
  return `SELECT ic.image_seq FROM ${asking(name, place)} JOIN image_class ic ON ic.class_id = c.id
   WHERE ic.shapes > (SELECT count(*) FROM ${SAYING_SHAPE}
                       WHERE s.class_id = c.id AND s.image_seq = ic.image_seq AND s.marks <> '{}' AND ${SAID} IS NOT NULL)`
}
