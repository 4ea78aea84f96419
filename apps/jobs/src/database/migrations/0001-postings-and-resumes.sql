-- Everything belongs to an owner. What points at something of an owner names the owner too, so that no row can ever
-- point at what is somebody else's.

CREATE TABLE owners (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE auth_tokens (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
);
CREATE INDEX auth_tokens_by_owner ON auth_tokens (owner_id);

CREATE TABLE settings (
  owner_id INTEGER NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (owner_id, key)
) WITHOUT ROWID;

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  company TEXT NOT NULL,
  location TEXT,
  remote INTEGER CHECK (remote IN (0, 1)),
  workplace TEXT CHECK (workplace IN ('remote', 'hybrid', 'on-site')),
  employment_type TEXT,
  seniority TEXT,
  salary_min REAL,
  salary_max REAL,
  salary_currency TEXT,
  salary_period TEXT,
  url TEXT,
  url_hash TEXT,
  apply_url TEXT,
  source TEXT NOT NULL,
  external_id TEXT,
  -- Company, title and place, folded: how the same posting from two boards is recognised.
  soft_key TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'inbox'
    CHECK (status IN ('inbox', 'applied', 'interviewing', 'offer', 'rejected', 'skipped')),
  starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
  score INTEGER,
  score_source TEXT CHECK (score_source IN ('keyword', 'llm')),
  -- The hash of the resume that the score was made with.
  score_for TEXT,
  tags TEXT NOT NULL DEFAULT '[]',
  -- The columns that a person has changed; what a board says later does not undo that.
  edited TEXT NOT NULL DEFAULT '[]',
  posted_at TEXT,
  valid_through TEXT,
  applied_at TEXT,
  enriched_at TEXT,
  first_seen_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  -- What is long stands at the end, so that lists need not read across it.
  skills TEXT NOT NULL DEFAULT '[]',
  requirements TEXT NOT NULL DEFAULT '[]',
  notes TEXT,
  description_html_hash TEXT,
  description_md TEXT,
  raw TEXT,
  UNIQUE (owner_id, id)
);
CREATE UNIQUE INDEX jobs_by_url ON jobs (owner_id, url_hash) WHERE url_hash IS NOT NULL;
CREATE UNIQUE INDEX jobs_by_external_id ON jobs (owner_id, source, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX jobs_by_soft_key ON jobs (owner_id, soft_key);
CREATE INDEX jobs_by_status ON jobs (owner_id, status);
CREATE INDEX jobs_by_starred ON jobs (owner_id, starred);
CREATE INDEX jobs_by_posted_at ON jobs (owner_id, posted_at);
CREATE INDEX jobs_by_created_at ON jobs (owner_id, created_at);
CREATE INDEX jobs_by_company ON jobs (owner_id, company);
CREATE INDEX jobs_by_location ON jobs (owner_id, location, remote);
CREATE INDEX jobs_by_score ON jobs (owner_id, score);

-- The words of the postings; the rowid is the id of the job. The text itself is not kept twice. Chinese and its
-- neighbours have no spaces, so their characters are written apart and searched as phrases.
CREATE VIRTUAL TABLE jobs_fts USING fts5 (
  owner_id, title, company, location, description,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 tokenchars '+#'"
);

CREATE TABLE job_status_history (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  old_status TEXT,
  new_status TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  actor TEXT NOT NULL CHECK (actor IN ('user', 'agent', 'sync')),
  FOREIGN KEY (owner_id, job_id) REFERENCES jobs (owner_id, id) ON DELETE CASCADE
);
CREATE INDEX job_status_history_by_job ON job_status_history (owner_id, job_id);

CREATE TABLE resumes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  structured TEXT,
  skills TEXT NOT NULL DEFAULT '[]',
  is_default INTEGER NOT NULL DEFAULT 0 CHECK (is_default IN (0, 1)),
  use_count INTEGER NOT NULL DEFAULT 0,
  source TEXT NOT NULL,
  original_filename TEXT,
  parse_status TEXT NOT NULL,
  parse_errors TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (owner_id, id)
);
CREATE UNIQUE INDEX resumes_default ON resumes (owner_id) WHERE is_default = 1;

CREATE TABLE tailored_resumes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  resume_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content_md TEXT NOT NULL,
  suggestions TEXT NOT NULL DEFAULT '[]',
  warnings TEXT NOT NULL DEFAULT '[]',
  diff TEXT NOT NULL,
  keyword_coverage TEXT NOT NULL,
  engine TEXT NOT NULL CHECK (engine IN ('llm', 'offline')),
  model TEXT,
  prompt_hash TEXT NOT NULL,
  parent_id INTEGER REFERENCES tailored_resumes (id) ON DELETE SET NULL,
  is_latest INTEGER NOT NULL CHECK (is_latest IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (owner_id, id),
  UNIQUE (owner_id, job_id, resume_id, version),
  FOREIGN KEY (owner_id, job_id) REFERENCES jobs (owner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (owner_id, resume_id) REFERENCES resumes (owner_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX tailored_resumes_latest ON tailored_resumes (owner_id, job_id, resume_id) WHERE is_latest = 1;
CREATE INDEX tailored_resumes_by_resume ON tailored_resumes (owner_id, resume_id);

-- Pages that were made, or that a client has brought; the file lies below `pdfs/` of the data folder.
CREATE TABLE tailored_pdfs (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL,
  tailored_id INTEGER NOT NULL,
  template TEXT NOT NULL,
  page_size TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  file TEXT NOT NULL,
  warnings TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  UNIQUE (owner_id, tailored_id, template, page_size),
  FOREIGN KEY (owner_id, tailored_id) REFERENCES tailored_resumes (owner_id, id) ON DELETE CASCADE
);

CREATE TABLE job_analyses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL,
  job_id INTEGER NOT NULL,
  resume_id INTEGER NOT NULL,
  engine TEXT NOT NULL CHECK (engine IN ('llm', 'offline')),
  model TEXT,
  prompt_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (owner_id, job_id, resume_id, prompt_hash),
  FOREIGN KEY (owner_id, job_id) REFERENCES jobs (owner_id, id) ON DELETE CASCADE,
  FOREIGN KEY (owner_id, resume_id) REFERENCES resumes (owner_id, id) ON DELETE CASCADE
);
CREATE INDEX job_analyses_by_resume ON job_analyses (owner_id, resume_id);

CREATE TABLE sync_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner_id INTEGER NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
  sources TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'complete', 'error')),
  code TEXT,
  found INTEGER NOT NULL DEFAULT 0,
  created INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  errors TEXT NOT NULL DEFAULT '[]',
  started_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE UNIQUE INDEX sync_runs_running ON sync_runs (owner_id) WHERE status = 'running';
