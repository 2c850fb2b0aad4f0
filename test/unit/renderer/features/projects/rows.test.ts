import { expect, test } from 'vitest'
import type { ProjectSummary } from '#common/contract/projects'
import type { FolderView } from '#common/contract/workspace/folders'
import { FolderId, ProjectSlug } from '#common/ids'
import { pathOf, placesFor, type Row, rowsOf } from '#renderer/features/projects/rows'

const id = (name: string) => FolderId.parse(`folder${name}`)

function folder(name: string, parent: string | null, projects: readonly string[] = []): FolderView {
  const parentId = parent === null ? null : id(parent)
  return { id: id(name), name, parentId, projects: projects.map((slug) => ProjectSlug.parse(slug)) }
}

function project(slug: string): ProjectSummary {
  return {
    slug: ProjectSlug.parse(slug),
    name: slug,
    type: 'object-detection',
    images: 0,
    unlabelled: 0,
    done: 0,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    versions: 0,
    covers: [],
    isPublic: false,
    splits: { train: 0, valid: 0, test: 0 },
  }
}

const FOLDERS = [
  folder('Harbour', null, ['quay']),
  folder('Cranes', 'Harbour', ['hooks', 'jibs']),
  folder('Yard', null),
]
const PROJECTS = ['quay', 'hooks', 'cups', 'jibs'].map(project)

function told(row: Row): string {
  switch (row.kind) {
    case 'folder':
      return `${'  '.repeat(row.depth)}${row.folder.name} (${row.projects})`
    case 'project':
      return `${'  '.repeat(row.depth)}${row.project.slug}`
    case 'damaged':
      return `${'  '.repeat(row.depth)}${row.project.slug} damaged`
    case 'rest':
      return `rest (${row.projects})`
  }
}

const show = (closed: readonly string[] = [], folders = FOLDERS) =>
  rowsOf({ folders, projects: PROJECTS }, new Set(closed.map(id))).map(told)

test('folders come first with their contents, then the projects outside folders', () => {
  expect(show()).toEqual([
    'Harbour (3)',
    '  Cranes (2)',
    '    hooks',
    '    jibs',
    '  quay',
    'Yard (0)',
    'rest (1)',
    'cups',
  ])
})

test('a closed folder hides its contents, and still counts them', () => {
  expect(show(['Cranes'])).toEqual(['Harbour (3)', '  Cranes (2)', '  quay', 'Yard (0)', 'rest (1)', 'cups'])
  expect(show(['Harbour'])).toEqual(['Harbour (3)', 'Yard (0)', 'rest (1)', 'cups'])
})

test('without folders there are only projects', () => {
  expect(show([], [])).toEqual(['quay', 'hooks', 'cups', 'jibs'])
})

test('a folder is identified by its path, and cannot be moved into itself', () => {
  const [harbour, cranes, yard] = FOLDERS
  if (!harbour || !cranes || !yard) throw new Error('There are three folders')

  expect(pathOf(cranes, FOLDERS)).toBe('Harbour / Cranes')
  expect(placesFor(harbour.id, FOLDERS)).toEqual([yard])
  expect(placesFor(cranes.id, FOLDERS)).toEqual([harbour, yard])
})

test('damaged projects follow the others of their folder, and are counted', () => {
  const damaged = ['hooks', 'old'].map((slug) => ({ slug: ProjectSlug.parse(slug), name: slug }))
  const projects = ['quay', 'jibs', 'cups'].map(project)
  expect(rowsOf({ folders: FOLDERS, projects, damaged }, new Set()).map(told)).toEqual([
    'Harbour (3)',
    '  Cranes (2)',
    '    jibs',
    '    hooks damaged',
    '  quay',
    'Yard (0)',
    'rest (2)',
    'cups',
    'old damaged',
  ])
})
