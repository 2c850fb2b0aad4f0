import { exampleOf, tfRecord } from '#formats/kit/tfrecord'

/** Returns a TFRecord record: an image with a crate and a buoy. */
export function imageRecord(name: string, image: Uint8Array): Uint8Array {
  return tfRecord(
    exampleOf({
      'image/encoded': { bytes: [image] },
      'image/filename': { bytes: [name] },
      'image/object/bbox/xmin': { floats: [0.125, 0.25] },
      'image/object/bbox/xmax': { floats: [0.5, 0.75] },
      'image/object/bbox/ymin': { floats: [0.125, 0.25] },
      'image/object/bbox/ymax': { floats: [0.5, 0.75] },
      'image/object/class/text': { bytes: ['crate', 'buoy'] },
    }),
  )
}
