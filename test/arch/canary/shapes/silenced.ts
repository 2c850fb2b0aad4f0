// @ts-ignore
export const silenced: number = 'text'
