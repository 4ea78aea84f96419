import type { SkillsByCategory } from '../postings/skill.ts';

/** What software runs on, what it remembers, and how it is kept running. */
export const platformSkills: SkillsByCategory = {
  databases: `
    PostgreSQL | Postgres | =PG
    MySQL
    SQLite
    MongoDB | Mongo
    Redis
    Elasticsearch | Elastic Search | OpenSearch
    Apache Cassandra | =Cassandra
    DynamoDB
    Oracle Database | Oracle DB | ~Oracle
    SQL Server | Microsoft SQL Server | MSSQL | MS SQL
    MariaDB
    Neo4j
    ClickHouse
    =Snowflake
    BigQuery
    Redshift
    Couchbase
    InfluxDB
    NoSQL
    TiDB
    Vector databases | Vector database | pgvector | Milvus | 向量数据库
    Database design | 数据库设计
  `,
  data: `
    Apache Spark | ~Spark | PySpark
    Hadoop
    Apache Flink | Flink
    Apache Airflow | Airflow
    =dbt
    ETL | ELT
    Data engineering | 数据工程 | 数据仓库
    Data analysis | Data analytics | 数据分析 | 數據分析
    Data science | 数据科学
    Data modeling | Data modelling | 数据建模
    Data mining | 数据挖掘
    Data visualization | Data visualisation | 数据可视化
    Big data | 大数据 | 大數據
    Pandas
    NumPy
    Apache Hive | =Hive
    Databricks
    Tableau
    Power BI | PowerBI
    =Looker | Looker Studio
    Microsoft Excel | MS Excel | ~Excel
    =Statistics | Statistical analysis | 统计学 | 统计分析
    A/B testing | AB testing | A/B测试
    =SAS
    SPSS
  `,
  ai: `
    Machine learning | =ML | 机器学习 | 機器學習
    Deep learning | 深度学习 | 深度學習
    Artificial intelligence | =AI | 人工智能 | 人工智慧
    Natural language processing | =NLP | 自然语言处理
    Computer vision | 计算机视觉 | OpenCV
    Large language models | Large language model | =LLM | =LLMs | 大模型 | 大语言模型
    Generative AI | GenAI | 生成式AI | 生成式人工智能
    Retrieval-augmented generation | Retrieval augmented generation | =RAG | 检索增强
    Prompt engineering | 提示工程
    PyTorch
    TensorFlow
    Keras
    scikit-learn | sklearn
    Hugging Face | HuggingFace
    LangChain
    MLOps
    Reinforcement learning | 强化学习
    Recommender systems | Recommendation systems | 推荐系统 | 推荐算法
    CUDA
  `,
  cloud: `
    AWS | Amazon Web Services | 亚马逊云
    Azure | Microsoft Azure
    Google Cloud | =GCP | Google Cloud Platform
    Alibaba Cloud | Aliyun | 阿里云
    Tencent Cloud | 腾讯云
    AWS Lambda
    Serverless | 无服务器
    Cloud computing | 云计算 | 雲端運算 | 云原生
    OpenStack
    Cloudflare
    Heroku
    Vercel
    Firebase
    =EC2
    =S3
  `,
  devops: `
    Docker
    Kubernetes | =K8s | =k8s
    =Helm | Helm charts
    Terraform
    Ansible
    =Puppet
    CI/CD | CICD | Continuous integration | Continuous delivery | Continuous deployment | ~CI | 持续集成 | 持续交付
    Jenkins
    GitHub Actions
    GitLab CI
    CircleCI
    Argo CD | ArgoCD
    Prometheus
    Grafana
    Datadog
    Splunk
    OpenTelemetry
    Linux
    =Unix | =UNIX
    Nginx
    DevOps | 运维开发
    Site reliability engineering | =SRE | Site reliability
    Infrastructure as code | =IaC | 基础设施即代码
    TCP/IP | Computer networking | 计算机网络
    Observability | 可观测性
    =Istio | Service mesh | 服务网格
  `,
  testing: `
    Unit testing | Unit tests | 单元测试
    Test automation | Automated testing | 自动化测试 | 自動化測試
    =Jest
    =Cypress
    Playwright
    Selenium
    =JUnit
    pytest
    Vitest
    Performance testing | Load testing | 性能测试
    =TDD | Test-driven development | Test driven development | 测试驱动开发
    Quality assurance | =QA | 软件测试 | 质量保证
  `,
  security: `
    OAuth | OAuth2 | OAuth 2.0 | OpenID Connect | =OIDC
    Cybersecurity | Cyber security | Information security | 网络安全 | 信息安全
    Penetration testing | Pentesting | 渗透测试
    =OWASP
    Cryptography | 密码学
    =SOC 2 | =SOC2
    ISO 27001
    GDPR
    =SIEM
    =IAM
  `,
};
