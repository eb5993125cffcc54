import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { EncodingProfilesScreen } from '../../../areas/library/encoding-profiles/encoding-profiles-screen'
import { noProfilesSearch, profilesSearch } from '../../../areas/library/search'

export const Route = createFileRoute('/$environmentId/settings/encoding-profiles')({
  validateSearch: profilesSearch,
  search: { middlewares: [stripSearchParams(noProfilesSearch)] },
  component: EncodingProfilesScreen,
})
