import { err, ok } from '#common/result'
import type { LooseImageReader } from '#core/models/playground/ports'
import { ImageRefusedError } from '#decoding/refused'
import { openTaken } from './taken.ts'

const SCREEN_SIDE = 2048

/** Reads images that belong to no project; nothing of them is written. */
export function looseImageReader(maxPixels: number): LooseImageReader {
  return {
    async read(bytes) {
      const taken = await openTaken(bytes, maxPixels)
      if (!taken.ok) return taken
      const { header, decode } = taken.value
      try {
        const screen = await decode((open) => {
          const upright = open().autoOrient().flatten({ background: '#808080' }).toColourspace('srgb')
          const sized = upright.resize(SCREEN_SIDE, SCREEN_SIDE, { fit: 'inside', withoutEnlargement: true })
          return sized.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
        })
        return ok({ ...header.displayed, screen })
      } catch (failure) {
        if (failure instanceof ImageRefusedError) return err(failure.refusal)
        throw failure
      }
    },
  }
}
