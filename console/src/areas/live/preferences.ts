import { usePreference } from '../../lib/browser/preferences'
import * as read from '../../lib/browser/read'
import { useWorkspace } from '../identity'
import { type PageSize, pageSizes, usualPageSize } from './search'

const pageSize = read.oneOf(pageSizes, usualPageSize)

/** The page size of a list, for the current user in the current environment. */
export function usePageSize(list: 'livestreams' | 'customUrls' | 'recordings') {
  const { user, organization, environment } = useWorkspace()
  const scope = { userId: user.id, organizationId: organization.id, environmentId: environment.id }
  return usePreference<PageSize>(scope, `${list}.pageSize`, pageSize)
}
