/** A secret as it was kept. One that is empty is none: whoever sends nothing would send it. */
export function ifKept(secret: string | null | undefined): string | undefined {
  return secret?.trim() ? secret : undefined
}
