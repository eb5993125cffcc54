import { createFileRoute } from '@tanstack/react-router'
import { NewProfileScreen } from '../../../areas/library/encoding-profiles/new-profile-screen'
import { newProfileSearch } from '../../../areas/library/search'

export const Route = createFileRoute('/$environmentId/settings/encoding-profiles_/new')({
  validateSearch: newProfileSearch,
  component: NewProfileScreen,
})
