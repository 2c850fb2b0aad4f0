import { beforeEach, expect, test } from 'vitest'
import { brand } from '#common/border'
import type { ProjectType } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import { Editor } from '#renderer/features/annotate/editor/editor'
import { TOOLS } from '#renderer/features/annotate/tools/registry'
import { MemoryCore } from './memory-core.ts'
import { stubLocalStorage } from './screen.ts'

beforeEach(stubLocalStorage)

/** Opens a project like a user does, with what this browser remembers. */
function opened(type: ProjectType): Editor {
  const editor = unread()
  editor.setProjectType(type)
  return editor
}

/** Opens a project before its type is known. */
function unread(): Editor {
  const { documents, keepSketch } = new MemoryCore()
  const project = brand<ProjectSlug>('birds')
  return new Editor({ project, documents, tools: TOOLS, keepSketch, frameOf: () => undefined, say: () => undefined })
}

function inHand({ state }: Editor): string {
  return state.armed.tool
}

test.each([
  ['object-detection', 'box'],
  ['instance-segmentation', 'polygon'],
  ['semantic-segmentation', 'polygon'],
  ['keypoint-detection', 'keypoints'],
  ['text-image-pairs', 'hand'],
] as const)('in the first project of type %s, %s is in hand', (type, tool) => {
  expect(inHand(opened(type))).toBe(tool)
})

test('the last armed tool is restored in projects of the same type only', () => {
  opened('instance-segmentation').arm('brush')
  opened('keypoint-detection').arm('smart')

  expect(inHand(opened('object-detection'))).toBe('box')
  expect(inHand(opened('instance-segmentation'))).toBe('brush')
  expect(inHand(opened('keypoint-detection'))).toBe('smart')
})

test('the tool that older pages stored for all projects is still restored', () => {
  localStorage.setItem('tessera.annotate', JSON.stringify({ tool: 'smart' }))

  expect(inHand(opened('semantic-segmentation'))).toBe('smart')
  expect(inHand(opened('text-image-pairs'))).toBe('hand')
})

test('a tool armed before the project type is known stays armed if the project has it', () => {
  const editor = unread()
  editor.arm('smart')

  editor.setProjectType('keypoint-detection')
  expect(inHand(editor)).toBe('smart')
})
