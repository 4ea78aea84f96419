--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: mail; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA mail;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: change; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.change (
    xact xid8 NOT NULL,
    token bigint NOT NULL,
    task bigint,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');


--
-- Name: live_text; Type: TABLE; Schema: mail; Owner: -
--

CREATE UNLOGGED TABLE mail.live_text (
    task bigint NOT NULL,
    agent text NOT NULL COLLATE pg_catalog."C",
    turn bigint NOT NULL,
    attempt bigint NOT NULL,
    part bigint NOT NULL,
    kind text NOT NULL,
    text text NOT NULL
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');


--
-- Name: log; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.log (
    task bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    entry text NOT NULL
);


--
-- Name: mail; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.mail (
    task bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    long_id text,
    mailbox text NOT NULL,
    tier smallint NOT NULL,
    arrival bigint NOT NULL,
    due bigint NOT NULL,
    run bigint,
    message text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000');


--
-- Name: migration; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.migration (
    version integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: node; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.node (
    name text NOT NULL COLLATE pg_catalog."C",
    beat bigint NOT NULL
);


--
-- Name: once; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.once (
    task bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    head bigint NOT NULL,
    entries bigint NOT NULL
);


--
-- Name: record; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.record (
    kind text NOT NULL COLLATE pg_catalog."C",
    id text NOT NULL COLLATE pg_catalog."C",
    long_id text,
    version bigint NOT NULL,
    value text NOT NULL
);


--
-- Name: record_version; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.record_version (
    version bigint NOT NULL
);


--
-- Name: session_version; Type: SEQUENCE; Schema: mail; Owner: -
--

CREATE SEQUENCE mail.session_version
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: session; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.session (
    role text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    long_owner text,
    id text NOT NULL COLLATE pg_catalog."C",
    long_id text,
    version bigint DEFAULT nextval('mail.session_version'::regclass) NOT NULL,
    agent text NOT NULL,
    title text NOT NULL,
    task_id text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    branches text NOT NULL,
    data text NOT NULL,
    unfinished smallint DEFAULT 0 NOT NULL
);


--
-- Name: task; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.task (
    id bigint NOT NULL,
    swarm text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    task_id text NOT NULL COLLATE pg_catalog."C",
    long_task_id text,
    status text NOT NULL COLLATE pg_catalog."C",
    run bigint NOT NULL,
    open_run bigint,
    epoch bigint NOT NULL,
    head bigint NOT NULL,
    last_order bigint NOT NULL,
    node text COLLATE pg_catalog."C",
    wake bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    data text NOT NULL
)
WITH (fillfactor='75');


--
-- Name: task_id_seq; Type: SEQUENCE; Schema: mail; Owner: -
--

ALTER TABLE mail.task ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME mail.task_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: transcript; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.transcript (
    name text NOT NULL COLLATE pg_catalog."C",
    message bigint NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE pg_catalog."C",
    line text NOT NULL
);


--
-- Name: turn; Type: TABLE; Schema: mail; Owner: -
--

CREATE TABLE mail.turn (
    task bigint NOT NULL,
    agent text NOT NULL COLLATE pg_catalog."C",
    turn bigint NOT NULL,
    run bigint NOT NULL,
    done boolean NOT NULL,
    summary_through bigint,
    data text NOT NULL
);


--
-- Data for Name: change; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.change VALUES ('727', 63749579622303, 1, '2026-11-18 04:56:59.548306+00');
INSERT INTO mail.change VALUES ('729', 30841680614055, 1, '2026-11-18 04:56:59.579758+00');
INSERT INTO mail.change VALUES ('731', 66750036315855, 1, '2026-11-18 04:56:59.60824+00');
INSERT INTO mail.change VALUES ('733', 40095774611515, 1, '2026-11-18 04:56:59.617403+00');
INSERT INTO mail.change VALUES ('736', 31838860827050, 1, '2026-11-18 04:56:59.634844+00');
INSERT INTO mail.change VALUES ('738', 89242651283845, 1, '2026-11-18 04:56:59.643116+00');
INSERT INTO mail.change VALUES ('741', 70608338245859, 2, '2026-11-18 04:56:59.656058+00');
INSERT INTO mail.change VALUES ('743', 103368201243258, 2, '2026-11-18 04:56:59.665568+00');
INSERT INTO mail.change VALUES ('746', 70585780418472, NULL, '2026-11-18 04:56:59.690118+00');
INSERT INTO mail.change VALUES ('747', 87813636644001, 3, '2026-11-18 04:56:59.745638+00');
INSERT INTO mail.change VALUES ('749', 61291404192439, 3, '2026-11-18 04:56:59.772572+00');
INSERT INTO mail.change VALUES ('751', 110502422419991, 3, '2026-11-18 04:56:59.80333+00');
INSERT INTO mail.change VALUES ('753', 91918650457478, 3, '2026-11-18 04:56:59.815381+00');
INSERT INTO mail.change VALUES ('756', 54761176665899, 4, '2026-11-18 04:56:59.832451+00');
INSERT INTO mail.change VALUES ('758', 109033947838300, 4, '2026-11-18 04:56:59.836297+00');


--
-- Data for Name: live_text; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: log; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.log VALUES (1, 1, 1794977819542, '{"run":1,"type":"run-started","answerId":"092f3afd-564a-49a4-8c21-f95374cee8fd","messages":["6caf462a-5c4d-4b9d-9a82-a9868b53ce03"]}');
INSERT INTO mail.log VALUES (1, 2, 1794977819542, '{"run":1,"type":"message","to":"clerk","message":{"id":"6caf462a-5c4d-4b9d-9a82-a9868b53ce03","timestamp":"2026-11-18T04:56:59.538000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp finished","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"b23b062b-d367-45d1-af67-6f0cbeda4a37"}}}');
INSERT INTO mail.log VALUES (1, 3, 1794977819573, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"7bd8e8e4-c0a1-47b1-9d62-f2425669b9c4","tool":"stamp","kind":"action","input":{"what":"finished"}}');
INSERT INTO mail.log VALUES (1, 4, 1794977819573, '{"run":1,"agent":"clerk","turn":1,"type":"call-started","callId":"7bd8e8e4-c0a1-47b1-9d62-f2425669b9c4","tool":"stamp","kind":"action","input":{"what":"finished"}}');
INSERT INTO mail.log VALUES (1, 5, 1794977819604, '{"run":1,"agent":"clerk","turn":1,"type":"call-ended","callId":"7bd8e8e4-c0a1-47b1-9d62-f2425669b9c4","tool":"stamp","kind":"action","result":{"status":"success","content":"stamped finished"}}');
INSERT INTO mail.log VALUES (1, 6, 1794977819604, '{"run":1,"agent":"clerk","turn":1,"type":"message","to":"clerk","message":{"id":"4309a2f5-9871-4323-a0e8-6cd877eff4db","timestamp":"2026-11-18T04:56:59.603000+00:00","msgType":"broadcast","message":{"taskId":"finished","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"ec8669b3-f797-4da1-a3c2-e672005586c3"}}}');
INSERT INTO mail.log VALUES (1, 7, 1794977819614, '{"run":1,"agent":"clerk","turn":2,"type":"text-written","attempt":1,"parts":[{"agent":"clerk","turn":2,"attempt":1,"part":0,"kind":"answer","text":"done"}]}');
INSERT INTO mail.log VALUES (1, 8, 1794977819614, '{"run":1,"agent":"clerk","turn":2,"type":"call","callId":"7c3fe65b-75a8-46f9-9a6c-643c2397afcb","tool":"task_complete","kind":"mail","input":{"finish_message":"done"}}');
INSERT INTO mail.log VALUES (1, 9, 1794977819614, '{"run":1,"agent":"clerk","turn":2,"type":"call-ended","callId":"7c3fe65b-75a8-46f9-9a6c-643c2397afcb","tool":"task_complete","kind":"mail","input":{"finish_message":"done"},"result":{"status":"success","content":"task completed"}}');
INSERT INTO mail.log VALUES (1, 10, 1794977819614, '{"run":1,"agent":"clerk","turn":2,"type":"message","to":"all","message":{"id":"a44989f6-f567-485b-b7b4-dab585b899e2","timestamp":"2026-11-18T04:56:59.610000+00:00","msgType":"broadcast_complete","message":{"taskId":"finished","sender":{"addressType":"agent","address":"clerk"},"recipients":[{"addressType":"agent","address":"all"}],"subject":"::task_complete::","body":"done","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"f7801a37-910a-420e-b93d-8971c1c3ffcf"}}}');
INSERT INTO mail.log VALUES (1, 11, 1794977819614, '{"run":1,"type":"run-ended","outcome":"complete","text":"done"}');
INSERT INTO mail.log VALUES (1, 12, 1794977819633, '{"run":2,"type":"run-started","answerId":"2271d3b5-b949-41fa-99c6-381570036ad2","messages":["2e4f8951-4a9a-4f9b-bd50-47fa3ba12734"]}');
INSERT INTO mail.log VALUES (1, 13, 1794977819633, '{"run":2,"type":"message","to":"clerk","message":{"id":"2e4f8951-4a9a-4f9b-bd50-47fa3ba12734","timestamp":"2026-11-18T04:56:59.629000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"say hello","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"b81533d8-be3c-45f3-b51f-78b13c882393"}}}');
INSERT INTO mail.log VALUES (1, 14, 1794977819640, '{"run":2,"agent":"clerk","turn":3,"type":"text-written","attempt":1,"parts":[{"agent":"clerk","turn":3,"attempt":1,"part":0,"kind":"answer","text":"hello"}]}');
INSERT INTO mail.log VALUES (1, 15, 1794977819640, '{"run":2,"agent":"clerk","turn":3,"type":"call","callId":"33e3fed6-e5dc-493e-ab54-bedd837cc18c","tool":"task_complete","kind":"mail","input":{"finish_message":"hello"}}');
INSERT INTO mail.log VALUES (1, 16, 1794977819640, '{"run":2,"agent":"clerk","turn":3,"type":"call-ended","callId":"33e3fed6-e5dc-493e-ab54-bedd837cc18c","tool":"task_complete","kind":"mail","input":{"finish_message":"hello"},"result":{"status":"success","content":"task completed"}}');
INSERT INTO mail.log VALUES (1, 17, 1794977819640, '{"run":2,"agent":"clerk","turn":3,"type":"message","to":"all","message":{"id":"53ae43a1-0be0-42d1-9cf5-11c9263eccb0","timestamp":"2026-11-18T04:56:59.639000+00:00","msgType":"broadcast_complete","message":{"taskId":"finished","sender":{"addressType":"agent","address":"clerk"},"recipients":[{"addressType":"agent","address":"all"}],"subject":"::task_complete::","body":"hello","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"29b84561-7388-4f89-bc02-ca50310ba9ea"}}}');
INSERT INTO mail.log VALUES (1, 18, 1794977819640, '{"run":2,"type":"run-ended","outcome":"complete","text":"hello"}');
INSERT INTO mail.log VALUES (2, 1, 1794977819652, '{"run":1,"type":"run-started","answerId":"abe6ec87-900d-41c5-a0cf-49c5f96fc187","messages":["ae2d1bed-f808-4a67-91b9-a2a75ad0edc2"]}');
INSERT INTO mail.log VALUES (2, 2, 1794977819652, '{"run":1,"type":"message","to":"clerk","message":{"id":"ae2d1bed-f808-4a67-91b9-a2a75ad0edc2","timestamp":"2026-11-18T04:56:59.651000+00:00","msgType":"request","message":{"taskId":"asks","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"ask you","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"776d02f3-1121-4962-9d72-85efb8e2d6d9"}}}');
INSERT INTO mail.log VALUES (2, 3, 1794977819658, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"76969b28-dab7-488d-8933-a9707903877f","tool":"ask_human","kind":"breakpoint","input":{"what":"you"}}');
INSERT INTO mail.log VALUES (2, 4, 1794977819658, '{"run":1,"agent":"clerk","turn":1,"type":"paused","calls":[{"callId":"76969b28-dab7-488d-8933-a9707903877f","tool":"ask_human","input":{"what":"you"}}]}');
INSERT INTO mail.log VALUES (3, 1, 1794977819714, '{"run":1,"type":"run-started","answerId":"e954cb86-c44a-4b69-b2e5-3bf1e83031aa","messages":["cc64e766-2156-4b1c-8856-5942aa4c019f"]}');
INSERT INTO mail.log VALUES (3, 2, 1794977819714, '{"run":1,"type":"message","to":"clerk","message":{"id":"cc64e766-2156-4b1c-8856-5942aa4c019f","timestamp":"2026-11-18T04:56:59.713000+00:00","msgType":"request","message":{"taskId":"7b821748-d52c-4f59-aa6c-9e613b8c7e28","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp chat","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{"chat":{"messageId":"question"}},"requestId":"6abdec3d-edc0-490f-9c6d-02c47aebec57"}}}');
INSERT INTO mail.log VALUES (3, 3, 1794977819768, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"512f6efc-45de-4c95-be55-40ac9d9cbce0","tool":"stamp","kind":"action","input":{"what":"chat"}}');
INSERT INTO mail.log VALUES (3, 4, 1794977819768, '{"run":1,"agent":"clerk","turn":1,"type":"call-started","callId":"512f6efc-45de-4c95-be55-40ac9d9cbce0","tool":"stamp","kind":"action","input":{"what":"chat"}}');
INSERT INTO mail.log VALUES (3, 5, 1794977819798, '{"run":1,"agent":"clerk","turn":1,"type":"call-ended","callId":"512f6efc-45de-4c95-be55-40ac9d9cbce0","tool":"stamp","kind":"action","result":{"status":"success","content":"stamped chat"}}');
INSERT INTO mail.log VALUES (3, 6, 1794977819798, '{"run":1,"agent":"clerk","turn":1,"type":"message","to":"clerk","message":{"id":"3cd766d4-0399-4f6a-aa3a-2d0d80c024bc","timestamp":"2026-11-18T04:56:59.798000+00:00","msgType":"broadcast","message":{"taskId":"7b821748-d52c-4f59-aa6c-9e613b8c7e28","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"06426b05-9602-44be-8771-6aa1169cb753"}}}');
INSERT INTO mail.log VALUES (3, 7, 1794977819807, '{"run":1,"agent":"clerk","turn":2,"type":"text-written","attempt":1,"parts":[{"agent":"clerk","turn":2,"attempt":1,"part":0,"kind":"answer","text":"done"}]}');
INSERT INTO mail.log VALUES (3, 8, 1794977819807, '{"run":1,"agent":"clerk","turn":2,"type":"call","callId":"31e70806-7b37-4e92-9afd-d82ac132088e","tool":"task_complete","kind":"mail","input":{"finish_message":"done"}}');
INSERT INTO mail.log VALUES (3, 9, 1794977819807, '{"run":1,"agent":"clerk","turn":2,"type":"call-ended","callId":"31e70806-7b37-4e92-9afd-d82ac132088e","tool":"task_complete","kind":"mail","input":{"finish_message":"done"},"result":{"status":"success","content":"task completed"}}');
INSERT INTO mail.log VALUES (3, 10, 1794977819807, '{"run":1,"agent":"clerk","turn":2,"type":"message","to":"all","message":{"id":"e9619de6-1470-4f4b-8f84-a5bfbc80170d","timestamp":"2026-11-18T04:56:59.806000+00:00","msgType":"broadcast_complete","message":{"taskId":"7b821748-d52c-4f59-aa6c-9e613b8c7e28","sender":{"addressType":"agent","address":"clerk"},"recipients":[{"addressType":"agent","address":"all"}],"subject":"::task_complete::","body":"done","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"3b89076c-339f-4890-8394-a34b19a480cb"}}}');
INSERT INTO mail.log VALUES (3, 11, 1794977819807, '{"run":1,"type":"run-ended","outcome":"complete","text":"done"}');
INSERT INTO mail.log VALUES (4, 3, 1794977819834, '{"run":1,"agent":"clerk","turn":1,"type":"call","callId":"48a4d67a-9c43-4a9e-9da4-b3b50885a9ab","tool":"stamp","kind":"action","input":{"what":"hangs","forever":"yes"}}');
INSERT INTO mail.log VALUES (4, 4, 1794977819834, '{"run":1,"agent":"clerk","turn":1,"type":"call-started","callId":"48a4d67a-9c43-4a9e-9da4-b3b50885a9ab","tool":"stamp","kind":"action","input":{"what":"hangs","forever":"yes"}}');
INSERT INTO mail.log VALUES (4, 1, 1794977819828, '{"run":1,"type":"run-started","answerId":"95b353d5-f440-46d3-8f3f-d472f01e822d","messages":["53e881b5-a581-4103-b629-8ce8461d9570"]}');
INSERT INTO mail.log VALUES (4, 2, 1794977819828, '{"run":1,"type":"message","to":"clerk","message":{"id":"53e881b5-a581-4103-b629-8ce8461d9570","timestamp":"2026-11-18T04:56:59.827000+00:00","msgType":"request","message":{"taskId":"hangs","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"hang hangs","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"4f868a98-565a-46c6-a7d7-617b137be394"}}}');


--
-- Data for Name: mail; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: migration; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.migration VALUES (4, '2026-11-18 04:56:59.450114+00');


--
-- Data for Name: node; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.node VALUES ('vm/27047/50e1e66c-6280-4906-a21e-e3f31249fca8', 0);


--
-- Data for Name: once; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.once VALUES (3, 'chat:question', 0, 2);


--
-- Data for Name: record; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: record_version; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.record_version VALUES (0);


--
-- Data for Name: session; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.session VALUES ('user', 'ada', NULL, 'chat', NULL, 1, 'desk', 'stamp chat', '7b821748-d52c-4f59-aa6c-9e613b8c7e28', 1794977819689, 1794977819689, '[{"taskId":"7b821748-d52c-4f59-aa6c-9e613b8c7e28"}]', '{}', 0);


--
-- Data for Name: task; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (1, 'desk', 'user', 'ada', 'finished', NULL, 'complete', 2, NULL, 4, 18, 3, NULL, NULL, 1794977819542, 1794977819640, '{"lastTurn":3,"agents":["clerk"]}');
INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (2, 'desk', 'user', 'ada', 'asks', NULL, 'paused', 1, 1, 1, 4, 1, NULL, NULL, 1794977819652, 1794977819658, '{"current":{"run":1,"entrypoint":"clerk","startedAt":1794977819651,"startSeq":0}}');
INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (3, 'desk', 'user', 'ada', '7b821748-d52c-4f59-aa6c-9e613b8c7e28', NULL, 'complete', 1, NULL, 2, 11, 2, NULL, NULL, 1794977819714, 1794977819807, '{"lastTurn":2,"agents":["clerk"]}');
INSERT INTO mail.task OVERRIDING SYSTEM VALUE VALUES (4, 'desk', 'user', 'ada', 'hangs', NULL, 'running', 1, 1, 1, 4, 1, 'vm/27047/50e1e66c-6280-4906-a21e-e3f31249fca8', 0, 1794977819828, 1794977819834, '{"current":{"run":1,"entrypoint":"clerk","startedAt":1794977819828,"startSeq":0}}');


--
-- Data for Name: transcript; Type: TABLE DATA; Schema: mail; Owner: -
--



--
-- Data for Name: turn; Type: TABLE DATA; Schema: mail; Owner: -
--

INSERT INTO mail.turn VALUES (1, 'clerk', 1, 1, true, NULL, '{"format":1,"inputs":[{"id":"6caf462a-5c4d-4b9d-9a82-a9868b53ce03","timestamp":"2026-11-18T04:56:59.538000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp finished","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"b23b062b-d367-45d1-af67-6f0cbeda4a37"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"7bd8e8e4-c0a1-47b1-9d62-f2425669b9c4","toolName":"stamp","input":{"what":"finished"}}]}],"calls":[{"callId":"7bd8e8e4-c0a1-47b1-9d62-f2425669b9c4","tool":"stamp","input":{"what":"finished"},"kind":"action","started":true,"result":{"status":"success","content":"stamped finished"}}],"text":""}');
INSERT INTO mail.turn VALUES (1, 'clerk', 2, 1, true, NULL, '{"format":1,"inputs":[{"id":"4309a2f5-9871-4323-a0e8-6cd877eff4db","timestamp":"2026-11-18T04:56:59.603000+00:00","msgType":"broadcast","message":{"taskId":"finished","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"ec8669b3-f797-4da1-a3c2-e672005586c3"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"7c3fe65b-75a8-46f9-9a6c-643c2397afcb","toolName":"task_complete","input":{"finish_message":"done"}}]}],"calls":[{"callId":"7c3fe65b-75a8-46f9-9a6c-643c2397afcb","tool":"task_complete","input":{"finish_message":"done"},"kind":"mail","result":{"status":"success","content":"task completed"}}],"text":""}');
INSERT INTO mail.turn VALUES (1, 'clerk', 3, 2, true, NULL, '{"format":1,"inputs":[{"id":"2e4f8951-4a9a-4f9b-bd50-47fa3ba12734","timestamp":"2026-11-18T04:56:59.629000+00:00","msgType":"request","message":{"taskId":"finished","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"say hello","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"b81533d8-be3c-45f3-b51f-78b13c882393"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"33e3fed6-e5dc-493e-ab54-bedd837cc18c","toolName":"task_complete","input":{"finish_message":"hello"}}]}],"calls":[{"callId":"33e3fed6-e5dc-493e-ab54-bedd837cc18c","tool":"task_complete","input":{"finish_message":"hello"},"kind":"mail","result":{"status":"success","content":"task completed"}}],"text":""}');
INSERT INTO mail.turn VALUES (2, 'clerk', 1, 1, false, NULL, '{"format":1,"inputs":[{"id":"ae2d1bed-f808-4a67-91b9-a2a75ad0edc2","timestamp":"2026-11-18T04:56:59.651000+00:00","msgType":"request","message":{"taskId":"asks","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"ask you","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"776d02f3-1121-4962-9d72-85efb8e2d6d9"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"76969b28-dab7-488d-8933-a9707903877f","toolName":"ask_human","input":{"what":"you"}}]}],"calls":[{"callId":"76969b28-dab7-488d-8933-a9707903877f","tool":"ask_human","input":{"what":"you"},"kind":"breakpoint"}],"text":""}');
INSERT INTO mail.turn VALUES (3, 'clerk', 1, 1, true, NULL, '{"format":1,"inputs":[{"id":"cc64e766-2156-4b1c-8856-5942aa4c019f","timestamp":"2026-11-18T04:56:59.713000+00:00","msgType":"request","message":{"taskId":"7b821748-d52c-4f59-aa6c-9e613b8c7e28","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"stamp chat","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{"chat":{"messageId":"question"}},"requestId":"6abdec3d-edc0-490f-9c6d-02c47aebec57"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"512f6efc-45de-4c95-be55-40ac9d9cbce0","toolName":"stamp","input":{"what":"chat"}}]}],"calls":[{"callId":"512f6efc-45de-4c95-be55-40ac9d9cbce0","tool":"stamp","input":{"what":"chat"},"kind":"action","started":true,"result":{"status":"success","content":"stamped chat"}}],"text":""}');
INSERT INTO mail.turn VALUES (3, 'clerk', 2, 1, true, NULL, '{"format":1,"inputs":[{"id":"3cd766d4-0399-4f6a-aa3a-2d0d80c024bc","timestamp":"2026-11-18T04:56:59.798000+00:00","msgType":"broadcast","message":{"taskId":"7b821748-d52c-4f59-aa6c-9e613b8c7e28","sender":{"addressType":"system","address":"desk"},"recipients":[{"addressType":"agent","address":"clerk"}],"subject":"::action_complete::","body":"Action completed successfully","senderSwarm":"desk","recipientSwarms":["desk"],"routingInfo":{},"broadcastId":"06426b05-9602-44be-8771-6aa1169cb753"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"31e70806-7b37-4e92-9afd-d82ac132088e","toolName":"task_complete","input":{"finish_message":"done"}}]}],"calls":[{"callId":"31e70806-7b37-4e92-9afd-d82ac132088e","tool":"task_complete","input":{"finish_message":"done"},"kind":"mail","result":{"status":"success","content":"task completed"}}],"text":""}');
INSERT INTO mail.turn VALUES (4, 'clerk', 1, 1, false, NULL, '{"format":1,"inputs":[{"id":"53e881b5-a581-4103-b629-8ce8461d9570","timestamp":"2026-11-18T04:56:59.827000+00:00","msgType":"request","message":{"taskId":"hangs","sender":{"addressType":"user","address":"ada"},"recipient":{"addressType":"agent","address":"clerk"},"subject":"New Message","body":"hang hangs","senderSwarm":"desk","recipientSwarm":"desk","routingInfo":{},"requestId":"4f868a98-565a-46c6-a7d7-617b137be394"}}],"attempt":1,"messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"48a4d67a-9c43-4a9e-9da4-b3b50885a9ab","toolName":"stamp","input":{"what":"hangs","forever":"yes"}}]}],"calls":[{"callId":"48a4d67a-9c43-4a9e-9da4-b3b50885a9ab","tool":"stamp","input":{"what":"hangs","forever":"yes"},"kind":"action","started":true}],"text":""}');


--
-- Name: session_version; Type: SEQUENCE SET; Schema: mail; Owner: -
--

SELECT pg_catalog.setval('mail.session_version', 1, true);


--
-- Name: task_id_seq; Type: SEQUENCE SET; Schema: mail; Owner: -
--

SELECT pg_catalog.setval('mail.task_id_seq', 4, true);


--
-- Name: live_text live_text_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.live_text
    ADD CONSTRAINT live_text_pkey PRIMARY KEY (task, agent, turn, attempt, part);


--
-- Name: log log_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (task, seq);


--
-- Name: mail mail_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.mail
    ADD CONSTRAINT mail_pkey PRIMARY KEY (task, id);


--
-- Name: migration migration_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.migration
    ADD CONSTRAINT migration_pkey PRIMARY KEY (version);


--
-- Name: node node_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (name);


--
-- Name: once once_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.once
    ADD CONSTRAINT once_pkey PRIMARY KEY (task, name);


--
-- Name: record record_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.record
    ADD CONSTRAINT record_pkey PRIMARY KEY (kind, id);


--
-- Name: session session_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (role, owner, id);


--
-- Name: task task_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);


--
-- Name: task task_swarm_role_owner_task_id_key; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.task
    ADD CONSTRAINT task_swarm_role_owner_task_id_key UNIQUE (swarm, role, owner, task_id);


--
-- Name: transcript transcript_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.transcript
    ADD CONSTRAINT transcript_pkey PRIMARY KEY (name, message, seq);


--
-- Name: turn turn_pkey; Type: CONSTRAINT; Schema: mail; Owner: -
--

ALTER TABLE ONLY mail.turn
    ADD CONSTRAINT turn_pkey PRIMARY KEY (task, agent, turn);


--
-- Name: change_xact; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX change_xact ON mail.change USING btree (xact);


--
-- Name: session_list; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX session_list ON mail.session USING btree (role, owner, version);


--
-- Name: session_unfinished; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX session_unfinished ON mail.session USING btree (version) WHERE (unfinished = 1);


--
-- Name: task_claimable; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX task_claimable ON mail.task USING btree (swarm, wake) WHERE ((node IS NULL) AND (wake IS NOT NULL));


--
-- Name: task_list; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX task_list ON mail.task USING btree (swarm, role, owner, id);


--
-- Name: task_owned; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX task_owned ON mail.task USING btree (node) WHERE (node IS NOT NULL);


--
-- Name: transcript_id; Type: INDEX; Schema: mail; Owner: -
--

CREATE UNIQUE INDEX transcript_id ON mail.transcript USING btree (name, id) WHERE (id IS NOT NULL);


--
-- Name: turn_open; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX turn_open ON mail.turn USING btree (task) WHERE (NOT done);


--
-- Name: turn_summary; Type: INDEX; Schema: mail; Owner: -
--

CREATE INDEX turn_summary ON mail.turn USING btree (task, agent, turn) WHERE (summary_through IS NOT NULL);


--
-- PostgreSQL database dump complete
--


