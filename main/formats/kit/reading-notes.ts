/**
 * How Ultralytics comes by the images of its NDJSON. An address of this station would need an API key in every archive, and its host has
 * the originals alone, not what the steps of a version made of them: so `url` is the path in the archive.
 */
export function notesForNdjson(isOfClasses: boolean): readonly string[] {
  return [
    'each "url" is the path of its image in this archive; unpack it and keep the files together',
    isOfClasses
      ? 'Ultralytics downloads each "url" for classification, and a path is no address'
      : 'Ultralytics finds the images by "path" beside the file; versions that do not know "path" download each "url"',
    'to give it addresses, serve the unpacked folder, as by "python3 -m http.server 8000", and put "http://127.0.0.1:8000/" before each "url"',
  ]
}
