import type { Template } from '../template.ts'

/** Reasons why this server lacks an operation. */
export const ABSENT = {
  'absent-video-inference': 'Tessera does not run video inference jobs',
  'absent-agent': 'Tessera has no agent',
  'absent-training': 'Tessera does not train models',
  'absent-evaluation': 'Tessera does not evaluate models',
  'absent-devices': 'Tessera does not manage devices',
  'absent-billing': 'Tessera has no plans, bills or usage statistics',
  'absent-workflows': 'Tessera does not run workflows',
  'absent-video-pipelines': 'Tessera does not run video pipelines',
  'absent-language-models': 'Tessera has no language models',
  'absent-depth-estimation': 'Tessera has no depth estimation models',
  'absent-example-boxes': 'Tessera does not detect from example boxes; use /grounding_dino/infer with a text prompt',
  'absent-yolo-world': 'use /grounding_dino/infer to detect objects from a text prompt',
  'absent-gaze': 'Tessera does not detect gaze',
  'absent-trocr': 'use /doctr/ocr, which runs the installed OCR models',
  'absent-sam': 'use /sam2/embed_image and /sam2/segment_image, which run all SAM models',
  'absent-builder': 'Tessera has no builder or notebook',
  'absent-device-statistics': 'Tessera does not report device statistics; use /metrics for model statistics',
} as const satisfies Record<string, Template>
