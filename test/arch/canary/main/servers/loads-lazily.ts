export const rows = () => import('#storage/rows')
