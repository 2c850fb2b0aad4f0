import { cropSpans } from '#common/versions/static-crop'
import { cutOut } from '../plan.ts'
import { definePreprocessing } from './definition.ts'

/** Cuts the same window out of every picture. */
export const staticCrop = definePreprocessing({
  key: 'static-crop',
  plan: (settings, { frame }) => {
    const { across, down } = cropSpans(settings, frame)
    return cutOut(frame, { x0: across.start, x1: across.end, y0: down.start, y1: down.end }, 'black')
  },
})
