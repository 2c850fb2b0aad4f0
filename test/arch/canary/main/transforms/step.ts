import sharp from 'sharp'

export const step = sharp
