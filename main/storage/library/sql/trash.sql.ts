import type { ReadDb } from '../../kit/db.ts'

interface ParentRow {
  readonly project_id: string
  readonly project_slug: string
  readonly project_name: string
}

interface ContentRow extends ParentRow {
  readonly trashed_at: number
  readonly images: number
}

export interface TrashedProjectRow extends ContentRow {
  readonly type: string
  readonly versions: number
}

export interface TrashedVersionRow extends ContentRow {
  readonly version_id: number
  readonly number: number
  readonly name: string
}

/** A version of a project and how both stand. */
export interface VersionStandRow extends ParentRow {
  readonly version_id: number
  readonly is_project_trashed: number
}

export type TrashedImagesRow = ContentRow

/** Images of a project that went into the trash at a moment. */
interface Trashing {
  readonly at: number
  readonly project: string
}

export type TrashStatements = ReturnType<typeof trashStatements>

/** 0 stands for "being deleted for good"; see the migration. */
const GIVEN_UP = 'trashed_at = 0'

/** Neither "being deleted for good" nor "being made" (`catalog.sql.ts`). Any other value is a date, if perhaps a damaged one. */
const IN_TRASH = 'NOT IN (0, -1)'

/** 2020, in seconds since 1970: an earlier date in the trash is a damaged one, and what has it waits for a person. */
const EARLIEST = Date.UTC(2020, 0, 1) / 1000
const PARENT = 'p.id AS project_id, coalesce(p.trashed_slug, p.slug) AS project_slug, p.name AS project_name'

/** Tables of all that people and programs attach to an image besides labels. */
const OF_PEOPLE = ['comment', 'image_tag', 'image_metadata', 'sketch', 'job_image', 'image_review', 'bulk_before']

export function trashStatements(db: ReadDb) {
  return {
    projects: db.prepare<[number], TrashedProjectRow>(
      `SELECT ${PARENT}, p.trashed_at, p.type,
              (SELECT count(*) FROM image INDEXED BY image_facets WHERE project_id = p.id AND trashed_at IS NULL) AS images,
              (SELECT count(*) FROM version WHERE project_id = p.id AND trashed_at IS NULL) AS versions
         FROM project p WHERE p.workspace_id = ? AND p.trashed_at ${IN_TRASH} ORDER BY p.trashed_at DESC, p.id`,
    ),
    versions: db.prepare<[number], TrashedVersionRow>(
      `SELECT ${PARENT}, v.trashed_at, v.id AS version_id, v.number, v.name,
              (SELECT count(*) FROM version_image WHERE version_id = v.id) AS images
         FROM version v JOIN project p ON p.id = v.project_id
        WHERE p.workspace_id = ? AND p.trashed_at IS NULL AND v.trashed_at ${IN_TRASH}
        ORDER BY v.trashed_at DESC, v.id DESC`,
    ),
    images: db.prepare<[number], TrashedImagesRow>(
      `SELECT ${PARENT}, i.trashed_at, i.images
         FROM (SELECT trashed_at, project_id, count(*) AS images FROM image INDEXED BY image_trashed
                WHERE trashed_at > 0 GROUP BY trashed_at, project_id) i
         JOIN project p ON p.id = i.project_id
        WHERE p.workspace_id = ? AND p.trashed_at IS NULL
        ORDER BY i.trashed_at DESC, p.id`,
    ),
    projectCovers: db
      .prepare<[string], string>(
        'SELECT id FROM image WHERE project_id = ? AND trashed_at IS NULL ORDER BY seq LIMIT 3',
      )
      .pluck(),
    versionCovers: db
      .prepare<[number], string>(
        `SELECT i.id FROM version_source s JOIN image i ON i.id = s.image_id
          WHERE s.version_id = ? ORDER BY s.position LIMIT 3`,
      )
      .pluck(),
    imagesCovers: db
      .prepare<[number, string], string>(
        'SELECT id FROM image WHERE trashed_at = ? AND project_id = ? ORDER BY seq LIMIT 3',
      )
      .pluck(),

    addProject: db.prepare<[number, string]>(
      `UPDATE project SET trashed_at = ?, trashed_slug = slug, slug = '~' || id WHERE id = ? AND trashed_at IS NULL`,
    ),
    addEmptyProject: db.prepare<[number, string]>(
      `UPDATE project SET trashed_at = ?, trashed_slug = slug, slug = '~' || id
        WHERE id = ? AND trashed_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM image WHERE project_id = project.id)
          AND NOT EXISTS (SELECT 1 FROM label_class WHERE project_id = project.id)
          AND NOT EXISTS (SELECT 1 FROM version WHERE project_id = project.id)`,
    ),
    addVersion: db.prepare<[number, number]>('UPDATE version SET trashed_at = ? WHERE id = ? AND trashed_at IS NULL'),
    trashedProject: db.prepare<[number, string], { readonly trashed_slug: string; readonly name: string }>(
      `SELECT trashed_slug, name FROM project WHERE workspace_id = ? AND id = ? AND trashed_at ${IN_TRASH}`,
    ),
    slugTaken: db.prepare<[number, string], unknown>('SELECT 1 FROM project WHERE workspace_id = ? AND slug = ?'),
    restoreProject: db.prepare<[string, string]>(
      'UPDATE project SET trashed_at = NULL, trashed_slug = NULL, slug = ? WHERE id = ?',
    ),
    trashedVersion: db.prepare<[number, string, number], VersionStandRow>(
      `SELECT ${PARENT}, v.id AS version_id, p.trashed_at IS NOT NULL AS is_project_trashed
         FROM version v JOIN project p ON p.id = v.project_id
        WHERE p.workspace_id = ? AND p.id = ? AND v.number = ? AND v.trashed_at ${IN_TRASH}`,
    ),
    restoreVersion: db.prepare<[number]>('UPDATE version SET trashed_at = NULL WHERE id = ?'),
    liveProject: db.prepare<[number, string], ParentRow>(
      `SELECT ${PARENT} FROM project p WHERE p.workspace_id = ? AND p.id = ? AND p.trashed_at IS NULL`,
    ),
    nextTrashed: db
      .prepare<Trashing & { after: number; most: number }, number | null>(
        `SELECT max(seq) FROM (SELECT seq FROM image
           WHERE trashed_at = @at AND project_id = @project AND seq > @after ORDER BY seq LIMIT @most)`,
      )
      .pluck(),
    replaceCopies: db.prepare<Trashing & { now: number; after: number; last: number }>(
      `UPDATE image SET trashed_at = @now WHERE seq IN (
         SELECT copy.seq FROM image t
           JOIN image copy ON copy.project_id = t.project_id AND copy.blob = t.blob AND copy.trashed_at IS NULL
          WHERE t.trashed_at = @at AND t.project_id = @project AND t.seq > @after AND t.seq <= @last
            AND (t.shapes > 0 OR t.is_null = 1)
            AND copy.revision = 0 AND copy.shapes = 0 AND copy.is_null = 0 AND copy.proposals = 0 AND copy.review = ''
            AND ${OF_PEOPLE.map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE image_seq = copy.seq)`).join(' AND ')}
            AND NOT EXISTS (SELECT 1 FROM task WHERE project_id = copy.project_id AND status IN ('created', 'running')))`,
    ),
    restoreImages: db.prepare<Trashing & { after: number; last: number }>(
      `UPDATE OR IGNORE image SET trashed_at = NULL
        WHERE trashed_at = @at AND project_id = @project AND seq > @after AND seq <= @last`,
    ),
    openTasks: db
      .prepare<[], string>(
        `SELECT t.id FROM task t WHERE t.status IN ('created', 'running')
            AND (t.project_id IN (SELECT id FROM project WHERE trashed_at IS NOT NULL)
              OR t.id IN (SELECT e.task_id FROM export e JOIN version v ON v.id = e.version_id
                           WHERE v.trashed_at IS NOT NULL AND e.blob IS NULL)
              OR t.id IN (SELECT s.task_id FROM search_export_project s JOIN project p ON p.id = s.project_id
                           WHERE p.trashed_at IS NOT NULL))`,
      )
      .pluck(),

    giveUpProjects: db.prepare<[number]>(
      `UPDATE project SET trashed_at = 0 WHERE trashed_at BETWEEN ${EARLIEST} AND ?`,
    ),
    giveUpVersions: db.prepare<[number]>(
      `UPDATE version SET trashed_at = 0 WHERE trashed_at BETWEEN ${EARLIEST} AND ?`,
    ),
    deleteModels: db.prepare<[number]>(
      `DELETE FROM model WHERE trashed_at BETWEEN ${EARLIEST} AND ? OR NOT EXISTS (SELECT 1 FROM model_project WHERE model_id = model.id)`,
    ),
    deleteWorkflows: db.prepare<[number]>(`DELETE FROM workflow WHERE trashed_at BETWEEN ${EARLIEST} AND ?`),
    giveUpVersionsOfProjects: db.prepare(
      `UPDATE version SET trashed_at = 0 WHERE project_id IN (SELECT id FROM project WHERE ${GIVEN_UP})`,
    ),
  }
}

/**
 * Statements that delete the things that are given up, a few rows a run, referring rows first. Each can be run when there is nothing for
 * it. `@until`: images put in the trash until then are due.
 */
export function deletingStatements(db: ReadDb) {
  const version = `(SELECT id FROM version WHERE ${GIVEN_UP} ORDER BY id LIMIT 1)`
  const projects = `(SELECT id FROM project WHERE ${GIVEN_UP})`
  const task = `(SELECT id FROM task WHERE project_id IN ${projects} ORDER BY id LIMIT 1)`
  const texts = [
    `DELETE FROM version_image WHERE version_id = ${version} AND (source, part, variant) IN (
       SELECT source, part, variant FROM version_image WHERE version_id = ${version} LIMIT 200)`,
    `DELETE FROM version_source WHERE version_id = ${version} AND position IN (
       SELECT position FROM version_source WHERE version_id = ${version} LIMIT 200)`,
    `DELETE FROM version WHERE id = ${version}`,
    `DELETE FROM search_export WHERE task_id IN (
       SELECT task_id FROM search_export_project WHERE project_id IN ${projects} LIMIT 1)`,
    `DELETE FROM split_move WHERE task_id = ${task} AND image_seq IN (
       SELECT image_seq FROM split_move WHERE task_id = ${task} LIMIT 500)`,
    `DELETE FROM image WHERE seq IN (SELECT seq FROM image WHERE trashed_at BETWEEN ${EARLIEST} AND @until LIMIT 10)`,
    `DELETE FROM image WHERE seq IN (SELECT seq FROM image WHERE project_id IN ${projects} AND trashed_at IS NULL LIMIT 10)`,
    `DELETE FROM image WHERE seq IN (SELECT seq FROM image WHERE trashed_at > 0 AND project_id IN ${projects} LIMIT 10)`,
    `DELETE FROM import_file WHERE task_id = ${task} AND seq IN (
       SELECT seq FROM import_file WHERE task_id = ${task} LIMIT 500)`,
    `DELETE FROM task WHERE id = ${task}`,
    `DELETE FROM batch WHERE id = (SELECT id FROM batch WHERE project_id IN ${projects} LIMIT 1)`,
    `DELETE FROM label_class WHERE id IN (SELECT id FROM label_class WHERE project_id IN ${projects} LIMIT 50)`,
    `DELETE FROM project WHERE id = (SELECT id FROM project WHERE ${GIVEN_UP} LIMIT 1)`,
  ]
  return texts.map((text) => db.prepare<{ until?: number }>(text))
}
