import type { Feature } from '../../../platform/area.ts'
import { failContent } from '../contents/states.ts'
import type { Library } from '../library.ts'
import { contentHandler, ingestJob } from '../sources/content-jobs.ts'
import { ingestSource } from './ingest.ts'

export const feature: Feature<Library> = {
  jobs: (library) => [contentHandler(library, ingestJob, ingestSource, failContent)],
}
