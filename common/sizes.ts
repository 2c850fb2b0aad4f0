const MEGABYTE = 1024 ** 2

/** A number of bytes in MB, or in GB from 1,024 MB up: powers of 1,024, as the docs count them. */
export function inMegabytes(bytes: number): string {
  const megabytes = Math.ceil(bytes / MEGABYTE)
  return megabytes < 1024 ? `${megabytes} MB` : `${Number((megabytes / 1024).toFixed(1))} GB`
}
