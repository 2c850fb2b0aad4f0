import { z } from 'zod'
import { brand } from '#common/border'
import { ProjectType } from '#common/contract/projects'
import { type ImageId, type ProjectId, ProjectSlug } from '#common/ids'
import type { CatalogCover, CatalogRepository, PublicProject } from '#core/exchange/catalog/ports'
import type { ReadDb } from '../../kit/db.ts'
import { soundRows } from '../../kit/stored-row.ts'
import { toProject } from '../dataset/projects.ts'
import { catalogStatements, type PublicRow } from '../sql/catalog.sql.ts'

const Classes = z.array(z.object({ name: z.string(), shapes: z.int() }))

export function catalogRepository(db: ReadDb): CatalogRepository {
  const sql = catalogStatements(db)

  return {
    async publicProjects() {
      return soundRows(sql.publicProjects.all(), toPublic)
    },
    async find(workspace, project) {
      const row = sql.byAddress.get(workspace, project)
      return row && toProject(row)
    },
  }
}

function toPublic({ id, project, type, classes, labelled, first, ...row }: PublicRow): PublicProject {
  return {
    ...row,
    id: brand<ProjectId>(id),
    project: ProjectSlug.parse(project),
    type: ProjectType.parse(type),
    description: '',
    classes: Classes.parse(JSON.parse(classes)),
    cover: toCover(labelled, first),
  }
}

function toCover(labelled: string | null, first: string | null): CatalogCover | undefined {
  const image = labelled ?? first
  return image === null ? undefined : { kind: 'image', image: brand<ImageId>(image), isLabelled: labelled !== null }
}
