import type { Content } from '@kinora/contract'

/** Whether the files of a video are there to be exported. */
export function isExportable({ status, trashedAt }: Content): boolean {
  return status === 'ready' && trashedAt === null
}
