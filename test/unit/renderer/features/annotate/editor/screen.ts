import { vi } from 'vitest'
import { brand } from '#common/border'
import type { LabelClass } from '#common/contract/projects'
import { imagePoint } from '#common/geometry/space'
import type { ClassId, ImageId, ProjectSlug } from '#common/ids'
import { Editor } from '#renderer/features/annotate/editor/editor'
import type { MachineCore } from '#renderer/features/annotate/model/machine'
import type { EditorNotice } from '#renderer/features/annotate/model/notice'
import { TOOLS } from '#renderer/features/annotate/tools/registry'
import { NO_KEYS } from '#renderer/tools/tool'
import { image, MemoryCore } from './memory-core.ts'

export const here = image('here')
export const there = image('there')

const counts = { shapes: 0, images: 0, skeleton: null }
export const car: LabelClass = { id: brand<ClassId>('carCarCar'), name: 'Car', color: 1, position: 0, ...counts }
export const bus: LabelClass = { ...car, id: brand<ClassId>('busBusBus'), name: 'Bus', color: 2, position: 1 }

/** Installs an empty local storage in memory. */
export function stubLocalStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
}

/** Opens a view of 1000 × 800 on images of the same size, so that a view pixel is nearly an image pixel. */
export async function screen(
  classes: readonly LabelClass[] = [car, bus],
  core = new MemoryCore(),
  machine?: MachineCore,
) {
  const notices: EditorNotice[] = []
  const editor = new Editor({
    project: brand<ProjectSlug>('birds'),
    documents: core.documents,
    tools: TOOLS,
    frameOf: () => ({ width: 1000, height: 800, color: '#888888' }),
    say: (notice) => notices.push(notice),
    keepSketch: core.keepSketch,
    ...(machine && { core: machine }),
  })
  editor.resize({ width: 1020, height: 820 })
  editor.set({ classes, queue: { ids: [here, there], unfinished: new Set() }, isFocused: true })
  editor.arm('box')
  await open(editor, here)
  return { core, editor, notices }
}

export async function open(editor: Editor, id: ImageId) {
  editor.open(id)
  await editor.documents.open(id)
}

export function drag(editor: Editor, from: readonly [number, number], to: readonly [number, number]) {
  editor.send({ type: 'down', at: imagePoint(...from), button: 'main', clicks: 1, ...NO_KEYS })
  editor.send({ type: 'move', at: imagePoint(...to), ...NO_KEYS })
  editor.send({ type: 'up', at: imagePoint(...to), ...NO_KEYS })
}
