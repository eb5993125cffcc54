import { cloudImportLimits } from '@kinora/contract/intake/values'
import { Cloud } from '@phosphor-icons/react/dist/csr/Cloud'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { ErrorState } from '../../../ui/error-state'
import { Segmented } from '../../../ui/segmented'
import { Select } from '../../../ui/select'
import { Spinner } from '../../../ui/spinner'
import { State } from '../../../ui/state'
import { toast } from '../../../ui/toast-store'
import { FormProblem, useWorkspace } from '../../identity'
import type { UploadSourceProps } from '../../library'
import { kindNames } from '../accounts/kind-names'
import { importAccountsQuery, useImportFiles } from '../queries'
import { CloudFolder } from './cloud-folder'
import { ImportedFiles } from './imported-files'

type Shown = 'browse' | 'imported'

interface Place {
  readonly accountId: string
  readonly path: string
}

/** Dialog that imports files of an account: they are chosen in one of its folders. */
export function CloudImport({ onClose, ...rules }: UploadSourceProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const accounts = useQuery(importAccountsQuery(environment.id))
  const [shown, setShown] = useState<Shown>('browse')
  const [opened, setOpened] = useState<Place | null>(null)
  const [names, setNames] = useState<ReadonlySet<string>>(new Set())
  const files = useImportFiles()
  const items = accounts.data?.items ?? []
  const [first] = items
  const place = opened ?? (first === undefined ? null : { accountId: first.id, path: '' })
  const open = (next: Place) => {
    setOpened(next)
    setNames(new Set())
    files.reset()
  }
  const submit = () => {
    if (place === null) return
    files.mutate(
      { ...rules, ...place, names: [...names] },
      {
        onSuccess: () => {
          toast({ text: t('intake:imports.started'), tone: 'good' })
          setNames(new Set())
          setShown('imported')
        },
      },
    )
  }
  const isTooMany = names.size > cloudImportLimits.files
  return (
    <Dialog
      wide
      title={t('intake:imports.title')}
      isOpen
      keepOpen={files.isPending}
      staysBeside={names.size > 0}
      onOpenChange={onClose}
      foot={
        <>
          {shown === 'browse' && names.size > 0 && (
            <span className="tabular me-auto self-center text-12 text-ink-3" aria-live="polite">
              {isTooMany
                ? t('intake:imports.tooMany', { number: format.number(cloudImportLimits.files) })
                : t('intake:imports.selected', { number: format.number(names.size) })}
            </span>
          )}
          <Button disabled={files.isPending} onPress={onClose}>
            {t(shown === 'browse' ? 'intake:imports.cancel' : 'ui:close')}
          </Button>
          {shown === 'browse' && (
            <Button
              variant="primary"
              busy={files.isPending}
              disabled={names.size === 0 || isTooMany}
              onPress={submit}
            >
              {t('intake:imports.submit')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-h-80 flex-col gap-4 pt-2">
        <div>
          <Segmented
            label={t('intake:imports.title')}
            value={shown}
            onChange={setShown}
            options={[
              { id: 'browse', content: t('intake:imports.browse') },
              { id: 'imported', content: t('intake:imports.imported') },
            ]}
          />
        </div>
        {shown === 'imported' && <ImportedFiles />}
        {shown === 'browse' && accounts.isPending && <Spinner />}
        {shown === 'browse' && accounts.isError && (
          <ErrorState
            title={t('intake:imports.accountsFailed')}
            error={accounts.error}
            busy={accounts.isFetching}
            onRetry={() => void accounts.refetch()}
          />
        )}
        {shown === 'browse' && accounts.isSuccess && place === null && (
          <State icon={<Cloud size={20} />} title={t('intake:imports.none')} headingLevel={2}>
            {t('intake:imports.noneAbout')}
          </State>
        )}
        {shown === 'browse' && place !== null && (
          <>
            <Select
              label={t('intake:imports.account')}
              value={place.accountId}
              onChange={(accountId) => open({ accountId, path: '' })}
              options={items.map(({ id, name, kind }) => ({ id, label: `${name} (${kindNames[kind]})` }))}
            />
            <CloudFolder
              key={`${place.accountId} ${place.path}`}
              {...place}
              names={names}
              onChoose={setNames}
              onOpen={(path) => open({ ...place, path })}
            />
            <FormProblem error={files.error} />
          </>
        )}
      </div>
    </Dialog>
  )
}
