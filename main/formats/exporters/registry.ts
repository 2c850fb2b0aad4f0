import type { ProjectType } from '#common/contract/projects'
import { coco } from './coco.ts'
import type { Exporter } from './define.ts'
import { yolov8 } from './yolov8.ts'

/** Every format, in the order in which people see them. */
export const EXPORTERS: readonly Exporter[] = [coco, yolov8]

/** The formats that fit a project. */
export function exportersFor(type: ProjectType): readonly Exporter[] {
  return EXPORTERS.filter(({ tasks }) => tasks[type] !== undefined)
}
