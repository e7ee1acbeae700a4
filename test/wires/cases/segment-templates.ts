import { cases } from '../case.ts'

const Tree = {
  Match: 'All',
  Leaves: [{ Subject: 'Domain', Operator: 'Is', Values: ['readers.example'] }],
} as const

export const segmentTemplates = [
  cases('SegmentTemplate.List', { ClientID: '{client}' }, [['built-in templates come first', {}]]),
  cases('SegmentTemplate.Create', { ClientID: '{client}', Title: 'At readers', Tree }, [
    ['a template is kept', {}, 'success', 'segmentTemplate'],
    ['a title is used once', { Title: 'AT READERS' }, 'DuplicateSegmentName'],
  ]),
  cases(
    'SegmentTemplate.Use',
    { ClientID: '{client}', TemplateID: '{segmentTemplate}', ListID: '', Title: '', Key: '' },
    [
      ['a segment is made from it', {}, 'success', 'fromSegmentTemplate'],
      ['an unknown template makes none', { TemplateID: 'none' }, 'UnknownSegmentTemplate'],
    ],
  ),
  cases('SegmentTemplate.Rename', { TemplateID: '{segmentTemplate}', Title: 'From readers' }, [
    ['its name is changed', {}],
    ['a built-in one keeps its name', { TemplateID: 'active-in-90-days' }, 'UnknownSegmentTemplate'],
  ]),
  cases('SegmentTemplate.Delete', { TemplateID: '{segmentTemplate}' }, [['it is deleted', {}]]),
  cases('Campaign.GetJudgedAudience', { CampaignID: '{sent}' }, [['one of an earlier version has none', {}]]),
].flat()
