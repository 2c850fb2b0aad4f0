import type { ReadDb } from '../../kit/db.ts'

interface OfClass<Value> {
  readonly project: string
  readonly id: string
  readonly value: Value
}

export function classStatements(db: ReadDb) {
  return {
    setColor: db.prepare<OfClass<number>>(
      'UPDATE label_class SET color = @value WHERE project_id = @project AND id = @id',
    ),
    setAttributes: db.prepare<OfClass<string>>(
      'UPDATE label_class SET attributes = @value WHERE project_id = @project AND id = @id',
    ),
    /** A key leads to one class alone. */
    freeChord: db.prepare<OfClass<string | null>>(
      'UPDATE label_class SET chord = NULL WHERE project_id = @project AND chord = @value AND id <> @id',
    ),
    setChord: db.prepare<OfClass<string | null>>(
      'UPDATE label_class SET chord = @value WHERE project_id = @project AND id = @id',
    ),
    reorder: db.prepare<{ project: string; order: string }>(
      `UPDATE label_class SET position = ranked.place
         FROM (SELECT c.id, row_number() OVER (ORDER BY o.key IS NULL, o.key, c.position, c.id) - 1 AS place
                 FROM label_class c LEFT JOIN json_each(@order) o ON o.value = c.id
                WHERE c.project_id = @project) AS ranked
        WHERE label_class.id = ranked.id AND label_class.position <> ranked.place`,
    ),
  }
}
