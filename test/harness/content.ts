/** Content of drafts as calls give it. */

/** Members of a record `DraftContent` that are left out. */
export const noContent = {
  Html: null,
  Text: null,
  HtmlUrl: null,
  TextUrl: null,
  Mjml: null,
  UploadID: null,
  FileName: null,
  TemplateID: null,
  Template: null,
  Values: null,
  Sections: null,
} as const
