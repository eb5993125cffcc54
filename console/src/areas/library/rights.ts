import type { Content } from '@kinora/contract'
import type { Rights } from '../identity'

/** The rights on one video: a trashed one can only be restored or deleted. */
export function rightsOn({ trashedAt }: Pick<Content, 'trashedAt'>, rights: Rights) {
  return {
    ...rights,
    update: rights.update && trashedAt === null,
    restore: rights.update && trashedAt !== null,
  }
}
