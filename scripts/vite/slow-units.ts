/** Unit tests that take seconds, because they start processes or render images: the quick run leaves them to the whole one. */
const SLOW = [
  'arch/law.test.ts',
  'unit/events/query-many.test.ts',
  'unit/importers/hostile.test.ts',
  'unit/inference/{clip,detr,detr-masks,grounding-dino,host,semantic,tesseract}.test.ts',
  'unit/inference/providers/chosen-runtime.test.ts',
  'unit/inference/sam/*.test.ts',
  'unit/inference/store/*.test.ts',
  'unit/inference/yolo/yolo.test.ts',
  'unit/jobs/bounded-processes.test.ts',
  'unit/segment/{engine,segmenter}.test.ts',
  'unit/station/install-model.test.ts',
  'unit/storage/{identity,image-tiles,publisher}.test.ts',
  'unit/transforms/{agreement,large-images,mosaic,render-pool,step-agreement}.test.ts',
]

/** Files that a run leaves out: none, unless it is the quick one. */
export function leftOut(environment: NodeJS.ProcessEnv): readonly string[] {
  return environment['TESSERA_TESTS'] === 'quick' ? SLOW.map((path) => `test/${path}`) : []
}
