/** How a template of a client looks, small. */
import { call } from '../../api/call.ts'
import { Thumbnail } from '../content/thumbnail.tsx'

export function TemplateThumbnail({
  templateId,
  screenshot = '',
}: {
  readonly templateId: string
  readonly screenshot?: string
}) {
  return (
    <Thumbnail
      queryKey={['Template.Preview', { TemplateID: templateId }, 'thumbnail']}
      load={signal => call('Template.Preview', { TemplateID: templateId }, { signal })}
      screenshot={screenshot}
    />
  )
}
