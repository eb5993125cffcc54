import type { CloudExport, ExportRule } from '@kinora/contract'
import { cloudExportLimits } from '@kinora/contract/intake/values'
import { type FormEvent, Suspense, useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TagInput } from '../../../ui/tag-input'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { FolderSelect } from '../../library'
import { useSaveRule } from './queries'
import { type Target, TargetFields, targetFaults } from './target-fields'

interface RuleFormProps {
  /** Null for a new one. */
  readonly rule: ExportRule | null
  /** At least one. */
  readonly accounts: readonly CloudExport['account'][]
  readonly onClose: () => void
}

interface Typed extends Target {
  readonly name: string
  readonly collectionId: string | null
  readonly tags: readonly string[]
}

/** Dialog that adds or changes a rule by which videos are exported. */
export function RuleForm({ rule, accounts, onClose }: RuleFormProps) {
  const t = useText()
  const formId = useId()
  const [start] = useState(() => startOf(rule, accounts[0]?.id ?? ''))
  const [typed, setTyped] = useState(start)
  const [tried, setTried] = useState(false)
  const saving = useSaveRule(rule?.id ?? null)
  const faults = tried ? faultsOf(t, typed) : {}
  const change = (next: Partial<Typed>) => {
    setTried(false)
    setTyped({ ...typed, ...next })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(faultsOf(t, typed)).length > 0 || saving.isPending) return
    saving.mutate(
      { ...typed, name: typed.name.trim(), files: [...typed.files], tags: [...typed.tags] },
      {
        onSuccess: () => {
          toast({ text: t('intake:exports.rules.saved'), tone: 'good' })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t(rule === null ? 'intake:exports.rules.new' : 'intake:exports.rules.edit')}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      busy={saving.isPending}
      onClose={onClose}
      cancel={t('intake:exports.cancel')}
      submit={{ form: formId, label: t('intake:folders.save') }}
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2">
        <TextField
          autoFocus
          label={t('intake:folders.fields.name')}
          value={typed.name}
          maxLength={cloudExportLimits.nameLength}
          onChange={(name) => change({ name })}
          error={faults.name}
        />
        <TargetFields accounts={accounts} value={typed} faults={faults} onChange={change} />
        <h3 className="pt-2 text-13 font-head">{t('intake:exports.rules.which')}</h3>
        <Suspense>
          <FolderSelect
            isFilter
            label={t('intake:exports.rules.collection')}
            value={typed.collectionId}
            onChange={(collectionId) => change({ collectionId })}
          />
        </Suspense>
        <TagInput
          optional
          label={t('intake:exports.rules.tags')}
          value={[...typed.tags]}
          onChange={(tags) => change({ tags })}
          help={t('intake:exports.rules.tagsHelp')}
        />
        <FormProblem error={saving.error} />
      </form>
    </FormDialog>
  )
}

function startOf(rule: ExportRule | null, accountId: string): Typed {
  if (rule === null)
    return { name: '', accountId, path: '', files: ['original', 'metadata'], collectionId: null, tags: [] }
  const { name, account, path, files, collectionId, tags } = rule
  return { name, accountId: account.id, path, files, collectionId, tags }
}

function faultsOf(t: ReturnType<typeof useText>, typed: Typed) {
  return {
    ...(typed.name.trim() === '' && { name: t('messages.required') }),
    ...targetFaults(t, typed),
  }
}
