-- Why an import stopped, for programs and in the reader's language; the sentence alone is kept of those before.
alter table imports add column problem_code text, add column problem_about text[] not null default '{}';
