import { cases } from '../case.ts'

export const previews = [
  cases('Campaign.Preview', { CampaignID: '{draft}', PersonalizeAs: '', Variant: '' }, [
    ['with empty fields, tags show their fallbacks', {}],
    ['a subscriber has to be on a list of the campaign', { PersonalizeAs: 'nowhere@reader.example' }, 'NotInList'],
    ['a subscriber is an address', { PersonalizeAs: 'nowhere' }, 'InvalidEmail'],
  ]),
  cases('Template.Preview', { TemplateID: '{letter}' }, [
    ['a template as it looks', {}],
    ['it takes the right to draft', { ApiKey: '{reportsKey}' }, 'AccessDenied'],
  ]),
].flat()
