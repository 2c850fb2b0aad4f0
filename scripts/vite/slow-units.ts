/** Unit tests that take seconds, because they start processes or render images. The quick run skips them. */
const SLOW = [
  'arch/law.test.ts',
  'unit/formats/importers/hostile.test.ts',
  'unit/inference/embeddings/kept-embeddings.test.ts',
  'unit/inference/host/host.test.ts',
  'unit/inference/models/{clip,detr,grounding-dino,sam,semantic,tesseract}/*.test.ts',
  'unit/inference/models/yolo/yolo.test.ts',
  'unit/inference/providers/chosen-runtime.test.ts',
  'unit/inference/store/*.test.ts',
  'unit/segment/{engine,segmenter}.test.ts',
  'unit/station/install-model.test.ts',
  'unit/storage/blobs/tiles/image-tiles.test.ts',
  'unit/storage/catalog/publisher.test.ts',
  'unit/storage/events/reading/query/query-many.test.ts',
  'unit/storage/library/identity.test.ts',
  'unit/tasks/bounded/bounded-processes.test.ts',
  'unit/transforms/{agreement,mosaic,render-pool,step-agreement}.test.ts',
  'unit/transforms/pixels/large-images.test.ts',
]

/** Returns the files that a run skips; none unless it is the quick run. */
export function leftOut(environment: NodeJS.ProcessEnv): readonly string[] {
  return environment['TESSERA_TESTS'] === 'quick' ? SLOW.map((path) => `test/${path}`) : []
}
