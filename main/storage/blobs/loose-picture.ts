import sharp from 'sharp'
import { err, ok } from '#common/result'
import type { LoosePictureReader } from '#core/playground/ports'
import { takenHeader } from './taken.ts'

const SCREEN_SIDE = 2048

/** Reads pictures that belong to no project; nothing of them is written. */
export function loosePictureReader(maxPixels: number): LoosePictureReader {
  return {
    async read(bytes) {
      const open = () => sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
      const meta = await open()
        .metadata()
        .catch(() => undefined)
      const taken = takenHeader(meta, maxPixels)
      if (!taken.ok) return taken
      try {
        const upright = open().autoOrient().flatten({ background: '#808080' }).toColourspace('srgb')
        const sized = upright.resize(SCREEN_SIDE, SCREEN_SIDE, { fit: 'inside', withoutEnlargement: true })
        const screen = await sized.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
        const { width, height } = taken.value.autoOrient
        return ok({ width, height, screen })
      } catch (failure) {
        const detail = failure instanceof Error ? (failure.message.split('\n')[0] ?? '') : String(failure)
        return err({ kind: 'broken', detail })
      }
    },
  }
}
