import { createFileRoute } from '@tanstack/react-router'
import { OrganizationScreen } from '../../../areas/identity/organizations/organization-screen'

export const Route = createFileRoute('/$environmentId/settings/organization')({
  component: OrganizationScreen,
})
