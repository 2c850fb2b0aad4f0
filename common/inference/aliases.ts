/** Version of each size of a family of public models, by the name of the size. */
type Sizes = Readonly<Record<string, number>>

/** Ids of public models by the names that people and clients have for them: `yolov8n-640` is `coco/3`. */
export const MODEL_ALIASES: ReadonlyMap<string, string> = new Map([
  ...named('coco', (size) => [`yolov8${size}`], {
    'n-640': 3,
    's-640': 6,
    'm-640': 8,
    'l-640': 7,
    'x-640': 5,
    'n-1280': 9,
    's-1280': 10,
    'm-1280': 11,
    'l-1280': 12,
    'x-1280': 13,
  }),
  ...named('coco', (size) => [`yolo-nas-${size}`], { 's-640': 14, 'm-640': 15, 'l-640': 16 }),
  ...named('coco', (size) => [`yolov10${size}`], {
    'n-640': 19,
    's-640': 20,
    'm-640': 21,
    'b-640': 22,
    'l-640': 23,
    'x-640': 24,
  }),
  ...named('coco', (size) => [`yolov11${size}`, `yolo11${size}`], {
    'n-640': 25,
    's-640': 26,
    'm-640': 27,
    'l-640': 28,
    'x-640': 29,
    'n-1280': 30,
    's-1280': 31,
    'm-1280': 32,
    'l-1280': 33,
    'x-1280': 34,
  }),
  ...named('coco', (size) => [`rfdetr-${size}`], {
    base: 36,
    nano: 38,
    small: 39,
    medium: 40,
    large: 50,
    xlarge: 47,
    '2xlarge': 48,
  }),
  ...named('coco-dataset-vdnr1', (size) => [`yolov8${size}`], {
    'n-seg-640': 2,
    's-seg-640': 4,
    'm-seg-640': 5,
    'l-seg-640': 6,
    'x-seg-640': 3,
    'n-seg-1280': 7,
    's-seg-1280': 8,
    'm-seg-1280': 9,
    'l-seg-1280': 10,
    'x-seg-1280': 11,
  }),
  ...named('coco-dataset-vdnr1', (size) => [`yolov11${size}`, `yolo11${size}`], {
    'n-seg-640': 19,
    's-seg-640': 20,
    'm-seg-640': 21,
    'l-seg-640': 22,
    'x-seg-640': 23,
  }),
  ...named('coco-dataset-vdnr1', (size) => [`rfdetr-seg-${size}`], {
    preview: 26,
    nano: 41,
    small: 36,
    medium: 37,
    large: 38,
    xlarge: 39,
    '2xlarge': 40,
  }),
  ...named('coco-pose-detection', (size) => [`yolov8${size}`], {
    'n-pose-640': 1,
    's-pose-640': 2,
    'm-pose-640': 3,
    'l-pose-640': 4,
    'x-pose-640': 5,
    'x-pose-1280': 6,
  }),
])

function named(
  project: string,
  namesOf: (size: string) => readonly string[],
  sizes: Sizes,
): readonly (readonly [string, string])[] {
  return Object.entries(sizes).flatMap(([size, version]) =>
    namesOf(size).map((name) => [name, `${project}/${version}`] as const),
  )
}
