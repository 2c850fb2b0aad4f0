import { exampleOf, tfRecord } from '#formats/kit/tfrecord'

/** A record of a TFRecord file: a picture with a crate and a buoy on it. */
export function pictureRecord(name: string, picture: Uint8Array): Uint8Array {
  return tfRecord(
    exampleOf({
      'image/encoded': { bytes: [picture] },
      'image/filename': { bytes: [name] },
      'image/object/bbox/xmin': { floats: [0.125, 0.25] },
      'image/object/bbox/xmax': { floats: [0.5, 0.75] },
      'image/object/bbox/ymin': { floats: [0.125, 0.25] },
      'image/object/bbox/ymax': { floats: [0.5, 0.75] },
      'image/object/class/text': { bytes: ['crate', 'buoy'] },
    }),
  )
}
