import { createFileRoute } from '@tanstack/react-router'
import { RoleScreen } from '../../../areas/identity/roles/role-screen'

export const Route = createFileRoute('/$environmentId/settings/roles_/$roleId')({
  component: RoleScreen,
})
