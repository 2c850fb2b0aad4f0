import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { BatchId, BlobHash, ImageId, ProjectId, ProjectSlug, WorkspaceSlug } from '#common/ids'
import { openLibrary } from '#storage/library/library'

const NOW = new Date('2026-01-02T03:04:05Z')

test('what an upload tells of the origin of an image is kept with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-origin-'))
  const library = openLibrary(folder, NOW)
  const workspace = await library.workspaces.create({ slug: WorkspaceSlug.parse('w'), name: 'W', createdAt: NOW })
  const id = ProjectId.parse('project1')
  const words = { slug: ProjectSlug.parse('p'), name: 'P', annotationGroup: 'p', license: '', isPublic: false }
  const times = { createdAt: NOW, updatedAt: NOW }
  await library.projects.create({ id, workspace: workspace.row, ...words, type: 'object-detection', ...times })
  const fresh = { id: BatchId.parse('batch001'), createdAt: NOW }
  const batchId = await library.images.batch(id, 'B', fresh)
  const image = {
    format: 'png',
    width: 1,
    height: 1,
    color: '#000000',
    brightness: 0,
    descriptor: new Uint8Array(160),
  }

  await library.images.add({
    id: ImageId.parse('image001'),
    projectId: id,
    batchId,
    name: 'a.png',
    blob: BlobHash.parse('0'.repeat(64)),
    bytes: 1,
    image,
    split: 'train',
    addedAt: NOW,
    origin: { sequence: { number: 0, size: 100_000 }, inferenceId: 'inference-7', sourceUrl: 'https://nas/a.png' },
  })

  const db = new Database(join(folder, 'library.db'), { readonly: true })
  const row = db.prepare('SELECT sequence_number, sequence_size, inference_id, source_url FROM image').get()
  db.close()
  library.close()
  rmSync(folder, { recursive: true })
  expect(row).toEqual({
    sequence_number: 0,
    sequence_size: 100_000,
    inference_id: 'inference-7',
    source_url: 'https://nas/a.png',
  })
})
