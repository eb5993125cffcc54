import { createFileRoute } from '@tanstack/react-router'
import { areas } from '../../../app/areas'
import { RoleScreen } from '../../../areas/identity/roles/role-screen'

export const Route = createFileRoute('/$environmentId/settings/roles_/$roleId')({
  component: () => (
    <RoleScreen filterFields={areas.find(({ roleFilter }) => roleFilter !== undefined)?.roleFilter} />
  ),
})
