import type { Absent } from '../kit/absent-operations.ts'

const BLOCKS = '/workflows/blocks'

/** Operations of the server that the clients were written for. The address of a model would be read into the short ones. */
export const ABSENT: readonly Absent[] = [
  {
    reason: 'Tessera does not run workflows',
    urls: [
      ...['/workflows/run', '/workflows/describe_interface', '/workflows/validate', '/workflows/definition/schema'],
      ...[`${BLOCKS}/describe`, `${BLOCKS}/dynamic_outputs`, '/workflows/execution_engine/versions'],
      ...['/infer/workflows', '/infer/workflows/*', '/:workspace/workflows/:workflow'],
      '/:workspace/workflows/:workflow/describe_interface',
    ],
  },
  {
    reason: 'Tessera does not run video pipelines',
    urls: ['/inference_pipelines', '/inference_pipelines/*', '/initialise_webrtc_worker'],
  },
  { reason: 'Tessera has no language models', urls: ['/infer/lmm', '/infer/lmm/*'] },
  { reason: 'Tessera has no depth estimation models', urls: ['/infer/depth-estimation', '/infer/depth-estimation/*'] },
  {
    reason: 'Tessera does not detect from example boxes; use /grounding_dino/infer with a text prompt',
    urls: ['/owlv2/infer'],
  },
  { reason: 'use /grounding_dino/infer to detect objects from a text prompt', urls: ['/yolo_world/infer'] },
  { reason: 'Tessera does not detect gaze', urls: ['/gaze/gaze_detection'] },
  { reason: 'use /doctr/ocr, which runs the installed OCR models', urls: ['/ocr/trocr'] },
  {
    reason: 'use /sam2/embed_image and /sam2/segment_image, which run all SAM models',
    urls: ['/sam/embed_image', '/sam/segment_image'],
  },
  { reason: 'Tessera has no builder or notebook', urls: ['/build', '/build/*', '/notebook/start'] },
  { reason: 'Tessera does not report device statistics; use /metrics for model statistics', urls: ['/device/stats'] },
]
