import type { Role } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { SettingsPage } from '../../../ui/settings-page'
import { Table } from '../../../ui/table'
import { useRights } from '../use-rights'
import { useWorkspace } from '../workspace'
import { rolesQuery } from './queries'
import { useRoleColumns } from './role-columns'
import { useRoleName } from './role-name'

const NewRole = lazy(async () => ({ default: (await import('./new-role')).NewRole }))
const RenameRole = lazy(async () => ({ default: (await import('./rename-role')).RenameRole }))
const DeleteRole = lazy(async () => ({ default: (await import('./delete-role')).DeleteRole }))

const route = getRouteApi('/$environmentId/settings/roles')

export function RolesScreen() {
  const t = useText()
  const { organization, canInOrganization } = useWorkspace()
  const rights = useRights('Settings', 'Role', 'organization')
  const roleName = useRoleName()
  const { new: making, from } = route.useSearch()
  const navigate = route.useNavigate()
  const [renaming, setRenaming] = useState<Role>()
  const [deleting, setDeleting] = useState<Role>()
  const list = useQuery(rolesQuery(organization.id))
  const open = ({ id: roleId }: Role, replace = false) =>
    void navigate({
      to: '/$environmentId/settings/roles/$roleId',
      params: (old) => ({ ...old, roleId }),
      replace,
    })
  const columns = useRoleColumns({
    onDuplicate: ({ id }) => void navigate({ search: { new: true, from: id } }),
    onRename: setRenaming,
    onDelete: setDeleting,
  })
  return (
    <SettingsPage
      title={t('identity:roles.title')}
      about={t('identity:roles.about')}
      actions={
        canInOrganization(['Settings', 'Role', 'create']) && (
          <Button
            variant="primary"
            icon={<Plus size={16} />}
            disabled={!rights.create}
            onPress={() => void navigate({ search: { new: true } })}
          >
            {t('identity:roles.new')}
          </Button>
        )
      }
    >
      {list.isError && !list.data ? (
        <ListFault title={t('identity:roles.failed')} list={list} />
      ) : (
        <div className="pt-3">
          <Table
            label={t('identity:roles.title')}
            columns={columns}
            rows={list.data}
            rowKey={({ id }) => id}
            rowName={roleName}
            onOpen={(role) => open(role)}
            skeletonRows={5}
          />
        </div>
      )}
      <Suspense>
        {making && rights.create && list.data && (
          <NewRole
            roles={list.data}
            copied={list.data.find(({ id }) => id === from)}
            onClose={() => void navigate({ search: {}, replace: true })}
            onMade={(role) => open(role, true)}
          />
        )}
        {renaming && <RenameRole role={renaming} onClose={() => setRenaming(undefined)} />}
        {deleting && (
          <DeleteRole
            role={deleting}
            onClose={() => setDeleting(undefined)}
            onDeleted={() => setDeleting(undefined)}
          />
        )}
      </Suspense>
    </SettingsPage>
  )
}
