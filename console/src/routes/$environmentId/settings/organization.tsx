import { createFileRoute } from '@tanstack/react-router'
import { OrganizationScreen } from '../../../areas/identity/screens/organization'

export const Route = createFileRoute('/$environmentId/settings/organization')({
  component: OrganizationScreen,
})
