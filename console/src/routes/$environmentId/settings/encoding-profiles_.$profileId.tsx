import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '../../../areas/library/encoding-profiles/profile-screen'

export const Route = createFileRoute('/$environmentId/settings/encoding-profiles_/$profileId')({
  component: ProfileScreen,
})
