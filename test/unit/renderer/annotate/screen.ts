import { vi } from 'vitest'
import { brand } from '#common/border'
import type { LabelClass } from '#common/contract/projects'
import { imagePoint } from '#common/geometry/space'
import type { ClassId, ImageId, ProjectSlug } from '#common/ids'
import type { MachineCore } from '#renderer/features/annotate/smart/machine'
import type { WorkbenchNotice } from '#renderer/features/annotate/workbench/notice'
import { Workbench } from '#renderer/features/annotate/workbench/workbench'
import { NO_KEYS } from '#renderer/tools/tool'
import { image, MemoryCore } from './memory-core.ts'

export const here = image('here')
export const there = image('there')

const counts = { shapes: 0, images: 0, skeleton: null }
export const car: LabelClass = { id: brand<ClassId>('carCarCar'), name: 'Car', color: 1, position: 0, ...counts }
export const bus: LabelClass = { ...car, id: brand<ClassId>('busBusBus'), name: 'Bus', color: 2, position: 1 }

/** What a browser keeps, in memory and empty. */
export function stubLocalStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
}

/** A screen of 1000 × 800 on images of the same size: one view pixel is one image pixel, nearly. */
export async function screen(
  classes: readonly LabelClass[] = [car, bus],
  core = new MemoryCore(),
  machine?: MachineCore,
) {
  const notices: WorkbenchNotice[] = []
  const bench = new Workbench({
    project: brand<ProjectSlug>('birds'),
    documents: core.documents,
    frameOf: () => ({ width: 1000, height: 800, color: '#888888' }),
    say: (notice) => notices.push(notice),
    keepSketch: core.keepSketch,
    ...(machine && { core: machine }),
  })
  bench.resize({ width: 1020, height: 820 })
  bench.set({ classes, queue: { ids: [here, there], unfinished: new Set() }, isFocused: true })
  bench.arm('box')
  await open(bench, here)
  return { core, bench, notices }
}

export async function open(bench: Workbench, id: ImageId) {
  bench.open(id)
  await bench.documents.open(id)
}

export function drag(bench: Workbench, from: readonly [number, number], to: readonly [number, number]) {
  bench.send({ type: 'down', at: imagePoint(...from), button: 'main', clicks: 1, ...NO_KEYS })
  bench.send({ type: 'move', at: imagePoint(...to), ...NO_KEYS })
  bench.send({ type: 'up', at: imagePoint(...to), ...NO_KEYS })
}
