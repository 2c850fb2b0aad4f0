import sharp from 'sharp'

export const picture = sharp
