import sharp from 'sharp'
import { err, ok } from '#common/result'
import type { ProbeRefusal } from '#core/images/ports'
import { mostPixels } from '#core/images/rules'
import type { LoosePictureReader } from '#core/playground/ports'

const SCREEN_SIDE = 2048
const TAKEN = new Set(['jpeg', 'png', 'webp', 'tiff', 'heif'])

/** Reads pictures that belong to no project; nothing of them is written. */
export function loosePictureReader(maxPixels: number): LoosePictureReader {
  return {
    async read(bytes) {
      const open = () => sharp(bytes, { limitInputPixels: false, failOn: 'error', sequentialRead: true })
      const meta = await open()
        .metadata()
        .catch(() => undefined)
      if (meta === undefined || !TAKEN.has(meta.format)) return refused('unsupported', meta?.format ?? 'unknown')
      const pixels = meta.width * meta.height
      const limit = Math.min(maxPixels, mostPixels(meta))
      if (pixels > limit) return err({ kind: 'too-many-pixels', pixels, limit })
      try {
        const upright = open().autoOrient().flatten({ background: '#808080' }).toColourspace('srgb')
        const sized = upright.resize(SCREEN_SIDE, SCREEN_SIDE, { fit: 'inside', withoutEnlargement: true })
        const screen = await sized.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer()
        return ok({ width: meta.autoOrient.width, height: meta.autoOrient.height, screen })
      } catch (failure) {
        return refused('broken', failure instanceof Error ? (failure.message.split('\n')[0] ?? '') : String(failure))
      }
    },
  }
}

function refused(kind: Exclude<ProbeRefusal['kind'], 'too-many-pixels'>, detail: string) {
  return err({ kind, detail })
}
