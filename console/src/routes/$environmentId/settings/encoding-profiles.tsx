import { createFileRoute } from '@tanstack/react-router'
import { EncodingProfilesScreen } from '../../../areas/library/encoding-profiles/encoding-profiles-screen'

export const Route = createFileRoute('/$environmentId/settings/encoding-profiles')({
  component: EncodingProfilesScreen,
})
